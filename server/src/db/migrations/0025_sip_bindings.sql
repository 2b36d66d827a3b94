-- Telephones that have registered with us for an extension. Rows of one trunk stand in the order of their renewal.
create table sip_bindings (
  id bigint generated always as identity primary key,
  phone_number_id bigint not null references sip_trunks on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- As the telephone wrote it.
  contact text not null,
  -- What tells the device apart (RFC 5626); null: it said nothing.
  instance text,
  registration text,
  -- Of the REGISTER that renewed it last.
  call_id text not null,
  sequence bigint not null,
  -- Where its packets come from.
  transport text not null check (transport in ('udp', 'tcp', 'tls')),
  address text not null,
  port integer not null,
  -- Whether any process reaches it there: no connection, no translator of addresses on the way.
  is_direct boolean not null,
  -- What it takes this installation for.
  domain text not null,
  -- The socket it came in by, the same after a restart, and the process that held that.
  place text not null,
  process_id uuid not null,
  registered_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  unique (phone_number_id, contact)
);
create index sip_bindings_place on sip_bindings (place, expires_at);
create index sip_bindings_expiry on sip_bindings (expires_at);
create index sip_bindings_user on sip_bindings (user_id);
