-- A customer's message that is being answered. The row goes with the reply or the refund; one whose process is dead
-- is refunded by the others.
create table turns (
  message_id bigint primary key references messages on delete cascade,
  user_id bigint not null references users on delete cascade,
  conversation_id bigint not null references conversations on delete cascade,
  process_id uuid not null,
  created_at timestamptz not null default clock_timestamp()
);

-- Text keeps the order of members as it was written: name, arguments, result.
alter table messages alter column function_calls type json;

-- The customer's message that an AI reply answers.
alter table messages add column reply_to bigint references messages on delete cascade;
create unique index messages_reply on messages (reply_to) where reply_to is not null;

-- One request, one message: a repeated request finds the message that it stored before.
alter table messages add column request_key text;
create unique index messages_request on messages (conversation_id, request_key) where request_key is not null;
