-- Changes of conversation_inactivity_timeout not yet applied to active conversations. Requests only insert rows, so
-- none waits for the ticker, which applies them in batches.
create table timeout_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  assistant_id bigint not null references assistants on delete cascade,
  -- Conversations whose end would be in the past with the new setting end now.
  changed_at timestamptz(3) not null default clock_timestamp(),
  -- Applied to conversations up to this id.
  after_id bigint not null default 0
);
create index timeout_changes_assistant on timeout_changes (assistant_id, id);

-- A longer timeout, or none, is applied at the next check.
create or replace function apply_inactivity_timeout() returns trigger language plpgsql as $$
begin
  insert into timeout_changes (user_id, assistant_id) values (new.user_id, new.id);
  return null;
end $$;
