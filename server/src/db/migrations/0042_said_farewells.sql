-- A settled hang-up is kept until its call has ended; otherwise it would be created again.
alter table owed_farewells add column settled_at timestamptz;
create index owed_farewells_open on owed_farewells (due_at) where settled_at is null;
