-- History of a conversation in the inbox.
create table conversation_events (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  conversation_id bigint not null references conversations on delete cascade,
  kind text not null check (kind in ('assigned', 'snoozed', 'closed', 'reopened')),
  person_id bigint references people on delete set null,
  -- Names are those of the time. Null author: the customer or the assistant.
  author_name text,
  -- Null: unassigned.
  assignee_name text,
  snoozed_until timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index conversation_events_list on conversation_events (conversation_id, id);
create index conversation_events_person on conversation_events (person_id) where person_id is not null;

create or replace function follow_message() returns trigger language plpgsql as $$
begin
  if new.author = 'customer' then
    with before as (
      select id, inbox_status = 'closed' or inbox_status = 'snoozed' and snoozed_until > clock_timestamp() as is_hidden
      from conversations talk
      where talk.user_id = new.user_id and talk.id = new.conversation_id and (talk.inbox_status <> 'open'
        or talk.waiting_since is null and not (talk.ai_enabled and talk.assistant_id is not null))
      for no key update),
    event as (
      insert into conversation_events (user_id, conversation_id, kind)
      select new.user_id, id, 'reopened' from before where is_hidden)
    update conversations talk set
      -- The assistant answers again, so the people of the last time are not responsible.
      assigned_person_id = case when talk.inbox_status = 'closed' and talk.ai_enabled and talk.assistant_id is not null
        then null else talk.assigned_person_id end,
      assigned_group_id = case when talk.inbox_status = 'closed' and talk.ai_enabled and talk.assistant_id is not null
        then null else talk.assigned_group_id end,
      inbox_status = 'open', snoozed_until = null,
      waiting_since = case when talk.waiting_since is null and not (talk.ai_enabled and talk.assistant_id is not null)
        then new.created_at else talk.waiting_since end
    from before where talk.user_id = new.user_id and talk.id = before.id;
  else
    with before as (
      select id, not ai_enabled and assigned_person_id is null and new.person_id is not null as is_taken
      from conversations talk
      where talk.user_id = new.user_id and talk.id = new.conversation_id and (talk.waiting_since is not null
        or not talk.ai_enabled and talk.assigned_person_id is null and new.person_id is not null)
      for no key update),
    event as (
      insert into conversation_events (user_id, conversation_id, kind, person_id, author_name, assignee_name)
      select new.user_id, before.id, 'assigned', people.id, people.name, people.name
      from before join people on people.id = new.person_id where is_taken)
    update conversations talk set waiting_since = null,
      assigned_person_id = case when talk.ai_enabled then talk.assigned_person_id
        else coalesce(talk.assigned_person_id, new.person_id) end
    from before where talk.user_id = new.user_id and talk.id = before.id;
  end if;
  return null;
end $$;
