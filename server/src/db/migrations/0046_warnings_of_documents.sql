-- What is missing of a document that could be read nevertheless, in sentences; null: nothing.
alter table documents add column warning text;
