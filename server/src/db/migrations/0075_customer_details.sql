-- When true, the prompt contains the customer's name and number.
alter table assistants add column share_customer_details boolean not null default true;

-- Rendered after tool_ids. Patches the function to keep its other fields.
do $$ begin
  execute replace(pg_get_functiondef('render_assistant()'::regprocedure),
    'new.tool_ids,', 'new.tool_ids, new.share_customer_details,');
end $$;
-- Keeps updated_at, because the assistants are not edited.
alter table assistants disable trigger render_assistant;
update assistants set list_json = left(list_json, -1) || ',"share_customer_details":true}';
alter table assistants enable trigger render_assistant;
