alter table documents
  -- When the passages that readers see were last read from their source; null: never.
  add column if not exists last_read_at timestamptz,
  -- Of the passages that readers see; null: they are older than this column.
  add column if not exists content_hash text,
  -- Why the last refresh failed, whose earlier passages stay in use; null: it did not.
  add column if not exists refresh_error text;
update documents set last_read_at = worked_at where generation > 0 and last_read_at is null;
