-- A farewell that is over stays for a while, for its place in its call: until the call has ended, it would be owed again.
alter table owed_farewells add column settled_at timestamptz;
create index owed_farewells_open on owed_farewells (due_at) where settled_at is null;
