-- A new email address of a person until it is confirmed with a link. A person has one at most.
create table email_changes (
  person_id bigint primary key references people on delete cascade,
  email text not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
