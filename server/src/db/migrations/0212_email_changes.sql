-- A new email address of a person until it is confirmed with a link. A person has one at most.
create table email_changes (
  person_id bigint primary key references people on delete cascade,
  -- Of the request: another one for the same address has another.
  request_id uuid not null default gen_random_uuid(),
  email text not null,
  -- Null until the link is mailed.
  token_hash bytea unique,
  expires_at timestamptz not null
);
