-- Data that any process needs to hang up the call at its carrier; null: the carrier detects it itself.
alter table calls add column farewell text;

-- Calls of dead processes that are still active at their carriers.
create table owed_farewells (
  call_id bigint primary key references calls on delete cascade,
  farewell text not null,
  owed_at timestamptz not null default clock_timestamp()
);
