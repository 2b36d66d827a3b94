-- Invitations that were not accepted yet. The link contains the token, of which only a hash is stored.
create table invitations (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'builder', 'agent', 'viewer')),
  token_hash bytea not null unique,
  -- Null for an API key, and for people who were deleted.
  invited_by bigint references people on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create unique index invitations_email on invitations (user_id, lower(email));
create index invitations_list on invitations (user_id, id);
create index invitations_invited_by on invitations (invited_by) where invited_by is not null;
create index invitations_expiry on invitations (expires_at);

do $$
declare
  event text;
begin
  foreach event in array array['insert', 'update', 'delete'] loop
    execute format(
      'create trigger tell_watchers_of_%1$s after %1$s on invitations
       referencing %2$s table as changed for each statement execute function tell_watchers(%3$L)',
      event, case event when 'delete' then 'old' else 'new' end, 'members');
  end loop;
end $$;
