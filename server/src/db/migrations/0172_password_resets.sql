-- A link to set a new password, sent by email. A person has one at most, and it can be used once.
create table password_resets (
  person_id bigint primary key references people on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
