-- Tool calls of chat turns that have no reply yet. A later attempt of the turn continues from them; the reply takes them over.
create table tool_calls (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  conversation_id bigint not null references conversations on delete cascade,
  -- The customer's newest message when the call was made.
  message_id bigint not null references messages on delete cascade,
  -- The Idempotency-Key of its requests.
  key uuid not null unique,
  -- The model's round within the turn, from 1: rounds are limited over all attempts.
  round integer not null,
  name text not null,
  arguments json not null,
  -- Null: the request may have been sent, and its outcome is not known.
  result json,
  created_at timestamptz not null default clock_timestamp()
);
create index tool_calls_message on tool_calls (message_id);
create index tool_calls_conversation on tool_calls (conversation_id);
