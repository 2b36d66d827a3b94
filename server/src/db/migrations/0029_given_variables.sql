-- Which variables came with a call: they go with the customer to another assistant, those of the first assistant stay its own.
alter table calls add column given_variables text[] not null default '{}';
-- Of older calls nobody knows: all go along, as they did.
update calls set given_variables = array(select json_object_keys(variables)) where ended_at is null;
