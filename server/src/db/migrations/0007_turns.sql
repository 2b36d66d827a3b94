-- A customer's message being answered. The row is deleted with the reply or the refund; turns of dead processes are
-- refunded by others.
create table turns (
  message_id bigint primary key references messages on delete cascade,
  user_id bigint not null references users on delete cascade,
  conversation_id bigint not null references conversations on delete cascade,
  process_id uuid not null,
  created_at timestamptz not null default clock_timestamp()
);

-- Type json keeps the order of members: name, arguments, result.
alter table messages alter column function_calls type json;

-- The customer's message answered by an AI reply.
alter table messages add column reply_to bigint references messages on delete cascade;
create unique index messages_reply on messages (reply_to) where reply_to is not null;

-- One message per request: a repeated request finds its stored message.
alter table messages add column request_key text;
create unique index messages_request on messages (conversation_id, request_key) where request_key is not null;
