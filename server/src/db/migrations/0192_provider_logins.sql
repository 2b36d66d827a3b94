-- The person of an identity provider (OpenID Connect), by its permanent id, because addresses may change hands.
create table provider_logins (
  issuer text not null,
  subject text not null,
  person_id bigint not null references people on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (issuer, subject)
);
create index provider_logins_person on provider_logins (person_id);

-- The identity provider has checked its own second factor.
alter table tokens add is_provider_login boolean not null default false;
