-- SIP sent-by names of processes: other processes cancel requests of a dead process under its name.
create table process_names (
  process_id uuid not null,
  host text not null,
  port integer not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (process_id, host, port)
);
