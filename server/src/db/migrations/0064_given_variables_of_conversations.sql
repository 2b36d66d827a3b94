-- Names of the variables that came with the conversation, as calls have them. Null: it is older, and they are not known.
alter table conversations add column if not exists given_variables text[];
