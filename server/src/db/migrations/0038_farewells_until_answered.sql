-- A call may leave several dialogs at carriers: ringing phones and transfers. A pending hang-up stays until it is
-- answered or retried too often; the sending process leases it. It outlives its call.
alter table owed_farewells
  add column place integer not null default 1,
  add column tries integer not null default 0,
  add column taken_by uuid,
  add column due_at timestamptz not null default clock_timestamp(),
  drop constraint owed_farewells_call_id_fkey,
  drop constraint owed_farewells_pkey,
  add primary key (call_id, place);
