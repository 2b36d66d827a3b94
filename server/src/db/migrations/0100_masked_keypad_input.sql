-- When true, keys that customers press are hidden wherever the call is stored or shown.
alter table assistants add column mask_keypad_input boolean not null default false;

-- Rendered after tool_ids. Patches the function to keep its other fields.
do $$ begin
  execute replace(pg_get_functiondef('render_assistant()'::regprocedure),
    'new.tool_ids,', 'new.tool_ids, new.mask_keypad_input,');
end $$;
-- Keeps updated_at, because the assistants are not edited.
alter table assistants disable trigger render_assistant;
update assistants set list_json = left(list_json, -1) || ',"mask_keypad_input":false}';
alter table assistants enable trigger render_assistant;
