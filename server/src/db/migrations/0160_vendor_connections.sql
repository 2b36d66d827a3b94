-- Vendors that the owner of the installation connected in the console. The environment wins over them.
create table vendor_connections (
  user_id bigint not null references users on delete cascade,
  -- Code of the vendor.
  code text not null,
  -- Everything except secrets.
  settings jsonb not null default '{}',
  -- Secrets as encrypted JSON; null without any.
  sealed_secrets bytea,
  -- Last characters of the key, to recognize it.
  key_hint text,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (user_id, code)
);
