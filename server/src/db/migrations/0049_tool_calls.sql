-- Tool calls of chat turns without a reply yet. Later attempts of the turn continue from them; the reply adopts them.
create table tool_calls (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  conversation_id bigint not null references conversations on delete cascade,
  -- The customer's newest message when the call was made.
  message_id bigint not null references messages on delete cascade,
  -- The Idempotency-Key of its requests.
  key uuid not null unique,
  -- The model's round in the turn, from 1; rounds are limited across attempts.
  round integer not null,
  name text not null,
  arguments json not null,
  -- Null: outcome unknown; the request may have been sent.
  result json,
  created_at timestamptz not null default clock_timestamp()
);
create index tool_calls_message on tool_calls (message_id);
create index tool_calls_conversation on tool_calls (conversation_id);
