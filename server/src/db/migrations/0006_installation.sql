-- Facts about the whole installation.
create table installation (
  name text primary key,
  value text not null
);
