create table canned_replies (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  shortcut text not null,
  content text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (user_id, shortcut)
);
create trigger tell_watchers_of_insert after insert on canned_replies referencing new table as changed
  for each statement execute function tell_watchers('canned_replies');
create trigger tell_watchers_of_update after update on canned_replies referencing new table as changed
  for each statement execute function tell_watchers('canned_replies');
create trigger tell_watchers_of_delete after delete on canned_replies referencing old table as changed
  for each statement execute function tell_watchers('canned_replies');

-- Members who have a conversation open. Renewed every few seconds, and worthless after a crash.
create unlogged table conversation_presence (
  conversation_id bigint not null references conversations on delete cascade,
  person_id bigint not null,
  user_id bigint not null,
  is_typing boolean not null,
  seen_at timestamptz not null,
  primary key (conversation_id, person_id),
  foreign key (user_id, person_id) references memberships on delete cascade
);
create index conversation_presence_person on conversation_presence (user_id, person_id);
create index conversation_presence_age on conversation_presence (seen_at);
-- Renewals change nothing that pages show, so they send no notification.
create function tell_watchers_of_presence() returns trigger language plpgsql as $$
declare
  account bigint := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  perform pg_notify('parley_changes', account || ' presence')
  where exists (
    select from watched_accounts as watched
    where watched.user_id = account and watched.until > clock_timestamp());
  return null;
end $$;
comment on function tell_watchers_of_presence() is 'Notifies consoles when a member opens or leaves a conversation, or begins or stops typing.';
create trigger tell_watchers_of_arrival after insert or delete on conversation_presence
  for each row execute function tell_watchers_of_presence();
create trigger tell_watchers_of_typing after update on conversation_presence
  for each row when (new.is_typing <> old.is_typing) execute function tell_watchers_of_presence();
