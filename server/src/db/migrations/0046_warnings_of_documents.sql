-- Explains parts of a document that could not be read; null: complete.
alter table documents add column warning text;
