alter table documents
  -- When the searchable passages were last read from their source; null: never.
  add column if not exists last_read_at timestamptz,
  -- Hash of the searchable passages; null: older than this column.
  add column if not exists content_hash text,
  -- Why the last refresh failed (earlier passages stay in use); null: it succeeded.
  add column if not exists refresh_error text;
update documents set last_read_at = worked_at where generation > 0 and last_read_at is null;
