-- What any process needs to hang a call up at its carrier; null: the carrier notices by itself that nobody is there.
alter table calls add column farewell text;

-- Calls of processes that died, still up at their carriers.
create table owed_farewells (
  call_id bigint primary key references calls on delete cascade,
  farewell text not null,
  owed_at timestamptz not null default clock_timestamp()
);
