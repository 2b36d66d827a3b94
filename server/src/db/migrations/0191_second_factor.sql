-- The authenticator app of a person. Without confirmed_at, the setup is not finished and logins do not ask for a code.
create table second_factors (
  person_id bigint primary key references people on delete cascade,
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  -- The 30-second step of the last code, because a code is valid once.
  last_step bigint not null default 0,
  created_at timestamptz not null default clock_timestamp()
);

create table recovery_codes (
  person_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (person_id, code_hash)
);

alter table users add requires_second_factor boolean not null default false;

drop trigger record_change on users;
create trigger record_change after update of name, email, timezone, pronunciations, low_balance_micros, requires_second_factor on users
  for each row when (pg_trigger_depth() = 0)
  execute function record_change('account', 'id', 'name', '{balance_micros,is_owner,is_timezone_chosen}');

create function record_second_factor() returns trigger language plpgsql as $$
declare
  person bigint := coalesce(new.person_id, old.person_id);
begin
  perform write_audit(user_id, case tg_op when 'DELETE' then 'second_factor_off' else 'second_factor_on' end,
    'member', person::text, people.name, self => person)
  from memberships join people on people.id = memberships.person_id where memberships.person_id = person;
  return null;
end $$;
create trigger record_turned_on after update of confirmed_at on second_factors
  for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function record_second_factor();
create trigger record_turned_off after delete on second_factors
  for each row when (old.confirmed_at is not null and pg_trigger_depth() = 0) execute function record_second_factor();
