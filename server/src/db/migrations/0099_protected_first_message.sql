-- What may interrupt the first message of a call.
alter table assistants add column protect_first_message text not null default 'greeting'
  check (protect_first_message in ('off', 'greeting', 'always'));

-- Rendered after allow_interruptions. Patches the function to keep its other fields.
do $$ begin
  execute replace(pg_get_functiondef('render_assistant()'::regprocedure),
    'new.allow_interruptions,', 'new.allow_interruptions, new.protect_first_message,');
end $$;
-- Keeps updated_at, because the assistants are not edited.
alter table assistants disable trigger render_assistant;
update assistants set list_json = left(list_json, -1) || ',"protect_first_message":"greeting"}';
alter table assistants enable trigger render_assistant;
