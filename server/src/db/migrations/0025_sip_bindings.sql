-- Phones registered for an extension. Rows of one trunk are ordered by renewal.
create table sip_bindings (
  id bigint generated always as identity primary key,
  phone_number_id bigint not null references sip_trunks on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- As sent by the phone.
  contact text not null,
  -- Instance id of the device (RFC 5626); null: not sent.
  instance text,
  registration text,
  -- Call-ID of the last REGISTER.
  call_id text not null,
  sequence bigint not null,
  -- Source address of its packets.
  transport text not null check (transport in ('udp', 'tcp', 'tls')),
  address text not null,
  port integer not null,
  -- Reachable from any process: UDP without NAT.
  is_direct boolean not null,
  -- Domain under which it knows this installation.
  domain text not null,
  -- The local socket it registered through, equal after a restart, and the process that owned it.
  place text not null,
  process_id uuid not null,
  registered_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  unique (phone_number_id, contact)
);
create index sip_bindings_place on sip_bindings (place, expires_at);
create index sip_bindings_expiry on sip_bindings (expires_at);
create index sip_bindings_user on sip_bindings (user_id);
