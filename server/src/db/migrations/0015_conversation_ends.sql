alter table conversations
  -- Time of its last message. Milliseconds here and below, like the application.
  add column active_at timestamptz(3) not null default clock_timestamp(),
  -- When to check for its end, which is then or later after further messages; null: it does not end.
  add column end_check_at timestamptz(3),
  -- Null: active.
  add column ended_at timestamptz(3),
  add column end_count integer not null default 0;
update conversations set active_at = updated_at;
update conversations set end_check_at = active_at + make_interval(mins => conversation_inactivity_timeout)
  from assistants where assistants.id = conversations.assistant_id;
-- Conversations that were inactive before this feature end without a webhook.
update conversations set ended_at = end_check_at, end_check_at = null where end_check_at < clock_timestamp();
-- Messages do not change its column, so they update no index.
create index conversations_end_check on conversations (end_check_at) where end_check_at is not null;

-- One row per end, with the evaluation of the conversation up to its last message.
create table conversation_ends (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  conversation_id bigint not null references conversations on delete cascade,
  -- 1 for the first end; more with conversation_ended_retrigger.
  number integer not null,
  ended_at timestamptz(3) not null,
  message_count integer not null,
  last_message_id bigint not null,
  -- Null: evaluation and event are pending.
  recorded_at timestamptz,
  -- [{name, type, value, description}]
  evaluation json,
  evaluation_error text,
  created_at timestamptz not null default clock_timestamp(),
  unique (conversation_id, number)
);
create index conversation_ends_unrecorded on conversation_ends (user_id, id) where recorded_at is null;

-- Evaluations also call models, without answering a message.
alter table model_calls
  alter column message_id drop not null,
  add column conversation_end_id bigint references conversation_ends on delete cascade;

create function begin_conversation() returns trigger language plpgsql as $$
begin
  select new.active_at + make_interval(mins => conversation_inactivity_timeout) into new.end_check_at
    from assistants where id = new.assistant_id;
  return new;
end $$;
create trigger begin_conversation before insert on conversations
  for each row when (new.assistant_id is not null) execute function begin_conversation();

-- A concurrent change of the setting would miss this conversation, so the lock waits for it. Only after inserts that
-- stored a row, which most inserts for known customers do not.
create function confirm_conversation_end() returns trigger language plpgsql as $$
declare
  minutes integer;
begin
  select conversation_inactivity_timeout into minutes from assistants where id = new.assistant_id for share;
  if new.end_check_at is distinct from new.active_at + make_interval(mins => minutes) then
    update conversations set end_check_at = active_at + make_interval(mins => minutes)
    where user_id = new.user_id and id = new.id;
  end if;
  return null;
end $$;
create trigger confirm_conversation_end after insert on conversations
  for each row when (new.assistant_id is not null) execute function confirm_conversation_end();

-- Every message increments message_count.
create function continue_conversation() returns trigger language plpgsql as $$
begin
  new.active_at := clock_timestamp();
  if new.ended_at is not null then
    select null, new.active_at + make_interval(mins => conversation_inactivity_timeout)
      into new.ended_at, new.end_check_at
      from assistants where id = new.assistant_id and conversation_ended_retrigger;
    if not found then
      new.ended_at := old.ended_at;
    end if;
  end if;
  return new;
end $$;
create trigger continue_conversation before update of message_count on conversations
  for each row when (new.message_count is distinct from old.message_count) execute function continue_conversation();

create function change_conversation_assistant() returns trigger language plpgsql as $$
begin
  new.end_check_at := (
    select greatest(new.active_at + make_interval(mins => conversation_inactivity_timeout), clock_timestamp())
    from assistants where id = new.assistant_id);
  return new;
end $$;
create trigger change_conversation_assistant before update of assistant_id on conversations
  for each row when (new.ended_at is null and new.assistant_id is distinct from old.assistant_id)
  execute function change_conversation_assistant();

-- Conversations whose end would be in the past with the new setting end now. A longer timeout, or none, is applied at
-- their next check.
create function apply_inactivity_timeout() returns trigger language plpgsql as $$
begin
  update conversations
  set end_check_at =
    greatest(active_at + make_interval(mins => new.conversation_inactivity_timeout), clock_timestamp())
  where user_id = new.user_id and assistant_id = new.id and ended_at is null;
  return null;
end $$;
create trigger apply_inactivity_timeout after update of conversation_inactivity_timeout on assistants
  for each row when (new.conversation_inactivity_timeout < coalesce(old.conversation_inactivity_timeout, 2147483647))
  execute function apply_inactivity_timeout();

-- The process embedding a knowledgebase: when it dies, its lease need not expire first.
alter table knowledgebases add column embedding_process uuid;

-- One conversation per visitor request: repetitions find it for a day. The hash detects another request with the same
-- key.
alter table conversations add column request_key text, add column request_hash text;
create unique index conversations_request on conversations (assistant_id, request_key) where request_key is not null;
