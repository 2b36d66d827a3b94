-- Answers that a customer gets within 24 hours; null: unlimited.
alter table assistants add column max_replies_per_customer_day integer default 200;

-- Rendered after the inactivity timeout. Patches the function to keep its other fields.
do $$ begin
  execute replace(pg_get_functiondef('render_assistant()'::regprocedure),
    'new.conversation_inactivity_timeout,',
    'new.conversation_inactivity_timeout, new.max_replies_per_customer_day,');
end $$;
-- Keeps updated_at, because the assistants are not edited.
alter table assistants disable trigger render_assistant;
update assistants set list_json = left(list_json, -1) || ',"max_replies_per_customer_day":200}';
alter table assistants enable trigger render_assistant;

-- The assistant's latest silence and its reason. Messages until its end are not searched for automatic replies again.
alter table conversations
  add column silence_reason text,
  add column silent_since timestamptz,
  add column silent_until timestamptz;
