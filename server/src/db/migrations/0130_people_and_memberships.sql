-- A person logs in; memberships give the person a role in accounts, which are the rows of "users".
create table people (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  password_hash text not null,
  -- The account that a login opens; null opens the oldest own account, else the oldest membership.
  last_user_id bigint references users on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
create unique index people_email on people (lower(email));
create index people_last_account on people (last_user_id) where last_user_id is not null;

create table memberships (
  user_id bigint not null references users on delete cascade,
  person_id bigint not null references people on delete cascade,
  role text not null check (role in ('owner', 'admin', 'builder', 'agent', 'viewer')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, person_id)
);
create index memberships_person on memberships (person_id, created_at);

insert into people (name, email, password_hash, created_at)
select name, email, password_hash, created_at from users order by id;
insert into memberships (user_id, person_id, role, created_at)
select users.id, people.id, 'owner', users.created_at
from users join people on lower(people.email) = lower(users.email);

alter table users drop column password_hash;
-- A person may own several accounts, all with the same address.
drop index users_email;
create index users_email on users (lower(email));

-- Sessions belong to a person, whose membership gives the role. API keys have their own role.
alter table tokens
  add column person_id bigint,
  add column role text,
  -- The creator of an API key; null for keys of the terminal and of deleted people.
  add column created_by bigint references people on delete set null;
update tokens set role = 'admin' where kind = 'api-key';
update tokens set person_id = memberships.person_id from memberships
where memberships.user_id = tokens.user_id and tokens.kind = 'session';
alter table tokens
  add constraint tokens_role check (
    (kind = 'session' and person_id is not null and role is null)
    or (kind = 'api-key' and person_id is null and role in ('owner', 'admin', 'builder', 'agent', 'viewer'))),
  -- A removed member's sessions end with the membership; a login at the same time waits for its row.
  add constraint tokens_of_members foreign key (user_id, person_id) references memberships on delete cascade;
create index tokens_person on tokens (person_id) where person_id is not null;
create index tokens_created_by on tokens (created_by) where created_by is not null;

do $$
declare
  event text;
  rows text;
begin
  foreach event in array array['insert', 'update', 'delete'] loop
    rows := case event when 'delete' then 'old' else 'new' end;
    execute format(
      'create trigger tell_watchers_of_%1$s after %1$s on memberships
       referencing %2$s table as changed for each statement execute function tell_watchers(%3$L)',
      event, rows, 'members');
  end loop;
end $$;

-- A session that moves to another account must not keep its streams of the previous account.
create function tell_watchers_of_move() returns trigger language plpgsql as $$
begin
  perform pg_notify('parley_changes', old.user_id || ' api_keys')
  where exists (
    select from watched_accounts as watched
    where watched.user_id = old.user_id and watched.until > clock_timestamp());
  return null;
end
$$;
create trigger tell_watchers_of_move after update of user_id on tokens for each row
  when (old.user_id <> new.user_id) execute function tell_watchers_of_move();
