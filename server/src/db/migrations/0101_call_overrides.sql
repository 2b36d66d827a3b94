-- Fields of the assistant that one call replaces.
alter table calls add column overrides json;
