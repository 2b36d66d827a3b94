-- The inbox: people share the conversations of an account. Separate from ended_at, which follows inactivity.
create table inbox_groups (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  -- By weekday, Monday first: null for a closed day, else {"from": "09:00", "to": "17:00"}. Null: always open.
  hours jsonb,
  timezone text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (user_id, id)
);
create unique index inbox_groups_name on inbox_groups (user_id, lower(name));

create table inbox_group_members (
  user_id bigint not null,
  group_id bigint not null,
  person_id bigint not null,
  primary key (group_id, person_id),
  foreign key (user_id, group_id) references inbox_groups (user_id, id) on delete cascade,
  foreign key (user_id, person_id) references memberships on delete cascade
);
create index inbox_group_members_person on inbox_group_members (user_id, person_id);

alter table conversations
  add column inbox_status text not null default 'open' check (inbox_status in ('open', 'snoozed', 'closed')),
  add column snoozed_until timestamptz,
  add column assigned_person_id bigint,
  add column assigned_group_id bigint,
  -- The first unanswered customer message while a person is responsible, or the request for a person.
  add column waiting_since timestamptz,
  -- The customer's message whose answer handed the conversation to people. That answer is still sent.
  add column handed_off_by bigint,
  add column tags text[] not null default '{}',
  add constraint conversations_snoozed check ((inbox_status = 'snoozed') = (snoozed_until is not null)),
  add constraint conversations_assigned_person foreign key (user_id, assigned_person_id)
    references memberships on delete set null (assigned_person_id),
  add constraint conversations_assigned_group foreign key (user_id, assigned_group_id)
    references inbox_groups (user_id, id) on delete set null (assigned_group_id);
create index conversations_assigned_group on conversations (user_id, assigned_group_id)
  where assigned_group_id is not null;
-- Customers of ended conversations do not wait. With many of them, a job closes them after the start, because the
-- update would lock the table for minutes.
do $$ begin
  if to_regclass('graphile_worker.jobs') is not null and (
    select count(*) > 10000 from (select from conversations where not ai_enabled and ended_at is not null limit 10001) as ended) then
    perform graphile_worker.add_job('conversations:close-ended', json_build_object(
      'beforeId', (select max(id) + 1 from conversations), 'endedBefore', iso_timestamp(clock_timestamp())));
  else
    update conversations set inbox_status = 'closed' where not ai_enabled and ended_at is not null;
  end if;
end $$;

-- The teammate who wrote the message; null for API keys, and for messages from before.
alter table messages add column person_id bigint references people on delete set null;
create index messages_person on messages (person_id) where person_id is not null;

create table conversation_notes (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  conversation_id bigint not null references conversations on delete cascade,
  person_id bigint references people on delete set null,
  -- Name of the person or of the API key when the note was written.
  author_name text not null,
  content text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index conversation_notes_list on conversation_notes (conversation_id, id);
create index conversation_notes_person on conversation_notes (person_id) where person_id is not null;

-- Read marks: one for all messages up to the day that the person joined, and one for each conversation.
create table inbox_readers (
  user_id bigint not null,
  person_id bigint not null,
  read_until bigint not null,
  primary key (user_id, person_id),
  foreign key (user_id, person_id) references memberships on delete cascade
);
create table conversation_reads (
  conversation_id bigint not null references conversations on delete cascade,
  person_id bigint not null,
  user_id bigint not null,
  read_until bigint not null,
  primary key (conversation_id, person_id),
  foreign key (user_id, person_id) references memberships on delete cascade
);
create index conversation_reads_person on conversation_reads (user_id, person_id);
insert into inbox_readers (user_id, person_id, read_until)
select user_id, person_id, (select coalesce(max(id), 0) from messages) from memberships;

create function begin_reading() returns trigger language plpgsql as $$
begin
  insert into inbox_readers (user_id, person_id, read_until)
  values (new.user_id, new.person_id, (select coalesce(max(id), 0) from messages)) on conflict do nothing;
  return null;
end $$;
comment on function begin_reading() is 'A new member starts with everything read.';
create trigger begin_reading after insert on memberships for each row execute function begin_reading();

create function follow_message() returns trigger language plpgsql as $$
begin
  if new.author = 'customer' then
    update conversations talk set
      -- The assistant answers again, so the people of the last time are not responsible.
      assigned_person_id = case when talk.inbox_status = 'closed' and talk.ai_enabled and talk.assistant_id is not null
        then null else talk.assigned_person_id end,
      assigned_group_id = case when talk.inbox_status = 'closed' and talk.ai_enabled and talk.assistant_id is not null
        then null else talk.assigned_group_id end,
      inbox_status = 'open', snoozed_until = null,
      waiting_since = case when talk.waiting_since is null and not (talk.ai_enabled and talk.assistant_id is not null)
        then new.created_at else talk.waiting_since end
    where talk.user_id = new.user_id and talk.id = new.conversation_id and (talk.inbox_status <> 'open'
      or talk.waiting_since is null and not (talk.ai_enabled and talk.assistant_id is not null));
  else
    update conversations talk set waiting_since = null,
      assigned_person_id = case when talk.ai_enabled then talk.assigned_person_id
        else coalesce(talk.assigned_person_id, new.person_id) end
    where talk.user_id = new.user_id and talk.id = new.conversation_id and (talk.waiting_since is not null
      or not talk.ai_enabled and talk.assigned_person_id is null and new.person_id is not null);
  end if;
  return null;
end $$;
comment on function follow_message() is 'Customers reopen conversations and wait for a person; a teammate''s answer ends the wait and assigns the conversation.';
create trigger follow_message after insert on messages for each row
  when (new.author <> 'ai') execute function follow_message();

create function change_answerer() returns trigger language plpgsql as $$
begin
  if new.ai_enabled then
    new.waiting_since := null;
    new.handed_off_by := null;
    if new.inbox_status <> 'closed' then
      new.assigned_person_id := null;
      new.assigned_group_id := null;
    end if;
  else
    new.inbox_status := 'open';
    new.snoozed_until := null;
    new.waiting_since := coalesce(new.waiting_since, (
      select min(asked.created_at) from messages asked
      where asked.conversation_id = new.id and asked.author = 'customer' and asked.id > coalesce((
        select max(answer.id) from messages answer
        where answer.conversation_id = new.id and answer.author <> 'customer'), 0)));
  end if;
  return new;
end $$;
comment on function change_answerer() is 'Taking over opens a conversation; giving it back to the assistant ends the wait and the assignment.';
create trigger change_answerer before update of ai_enabled on conversations for each row
  when (new.ai_enabled <> old.ai_enabled) execute function change_answerer();

do $$
declare
  watched record;
  event text;
begin
  for watched in select * from (values ('inbox_groups', 'groups'), ('inbox_group_members', 'groups'),
    ('conversation_notes', 'conversations'), ('conversation_reads', 'reads')) as watched (table_name, topic)
  loop
    foreach event in array array['insert', 'update', 'delete'] loop
      execute format(
        'create trigger tell_watchers_of_%1$s after %1$s on %2$I
         referencing %3$s table as changed for each statement execute function tell_watchers(%4$L)',
        event, watched.table_name, case event when 'delete' then 'old' else 'new' end, watched.topic);
    end loop;
  end loop;
end $$;
