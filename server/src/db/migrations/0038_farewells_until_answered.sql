-- A call may have left several things at carriers: telephones that ring, and those of transfers. Until somebody has answered, or too
-- many have tried, a farewell stays here; whoever says it has it for a while. It outlives its call, which may be deleted.
alter table owed_farewells
  add column place integer not null default 1,
  add column tries integer not null default 0,
  add column taken_by uuid,
  add column due_at timestamptz not null default clock_timestamp(),
  drop constraint owed_farewells_call_id_fkey,
  drop constraint owed_farewells_pkey,
  add primary key (call_id, place);
