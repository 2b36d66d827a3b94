-- Pages that were read from a PDF or website; null for other documents and for those read before this migration.
alter table documents add column pages int;
