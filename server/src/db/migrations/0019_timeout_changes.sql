-- Changes of conversation_inactivity_timeout that conversations under way have yet to hear of. Rows are only added by
-- requests, so that none waits for the ticker, which works through an assistant's conversations in batches.
create table timeout_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  assistant_id bigint not null references assistants on delete cascade,
  -- Conversations that the new setting ends in the past end now.
  changed_at timestamptz(3) not null default clock_timestamp(),
  -- Conversations up to this one have heard of it.
  after_id bigint not null default 0
);
create index timeout_changes_assistant on timeout_changes (assistant_id, id);

-- A longer timeout, or none, shows when conversations are looked at.
create or replace function apply_inactivity_timeout() returns trigger language plpgsql as $$
begin
  insert into timeout_changes (user_id, assistant_id) values (new.user_id, new.id);
  return null;
end $$;
