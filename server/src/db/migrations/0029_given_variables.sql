-- Names of variables passed with a call. Only these follow the customer in a transfer to another assistant.
alter table calls add column given_variables text[] not null default '{}';
-- Unknown for older calls: all variables are passed on, as before.
update calls set given_variables = array(select json_object_keys(variables)) where ended_at is null;
