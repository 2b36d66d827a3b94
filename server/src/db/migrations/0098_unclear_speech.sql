-- Applies after two requests to repeat in a row. Before it was a setting, the call ended.
alter table assistants add column unclear_speech_action text not null default 'end_call'
  check (unclear_speech_action in ('transfer', 'end_call', 'continue'));

-- Patches the function to keep its other fields.
do $$ begin
  execute replace(pg_get_functiondef('render_assistant()'::regprocedure),
    'new.share_customer_details,', 'new.share_customer_details, new.unclear_speech_action,');
end $$;
-- Keeps updated_at, because the assistants are not edited.
alter table assistants disable trigger render_assistant;
update assistants set list_json = left(list_json, -1) || ',"unclear_speech_action":"end_call"}';
alter table assistants enable trigger render_assistant;
