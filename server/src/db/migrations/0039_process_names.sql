-- What processes call themselves towards peers over SIP: what one of them has sent is taken back under its name when it has died.
create table process_names (
  process_id uuid not null,
  host text not null,
  port integer not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (process_id, host, port)
);
