-- Names of variables passed with the conversation, as for calls. Null: older conversation, unknown.
alter table conversations add column if not exists given_variables text[];
