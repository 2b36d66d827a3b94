alter table senders
  -- Random end of the callback URL, which cannot be guessed.
  add column webhook_key text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  -- Credentials for sending and for checking signatures, encrypted together; null if the provider needs none.
  add column sealed_credentials bytea,
  add column quality_rating text not null default 'GREEN' check (quality_rating in ('GREEN', 'YELLOW', 'RED')),
  -- How many customers the sender may contact first within 24 hours.
  add column messaging_limit integer not null default 1000,
  add column templates_synced_at timestamptz,
  -- Why the last template sync failed; null: it succeeded.
  add column templates_error text;
create index senders_user on senders (user_id, id);

create table templates (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  sender_id bigint not null references senders on delete cascade,
  -- The carrier's id.
  provider_reference text not null,
  name text not null,
  language text not null,
  category text not null,
  status text not null check (status in ('approved', 'pending', 'rejected', 'paused', 'disabled')),
  body_text text not null,
  variables text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (sender_id, provider_reference)
);

-- A customer of a sender: window and opt-out.
create table channel_customers (
  sender_id bigint not null references senders on delete cascade,
  customer_phone text not null,
  user_id bigint not null references users on delete cascade,
  -- The window is open until 24 hours after it.
  last_message_at timestamptz not null,
  opted_out boolean not null default false,
  -- Time of the customer's latest opt-out or opt-in; older ones that arrive later are ignored.
  opt_changed_at timestamptz,
  primary key (sender_id, customer_phone)
);

-- A message to a customer at the carrier.
create table channel_messages (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  sender_id bigint references senders on delete set null,
  conversation_id bigint not null references conversations on delete cascade,
  message_id bigint not null references messages on delete cascade,
  state text not null default 'queued'
    check (state in ('queued', 'sent', 'delivered', 'read', 'failed', 'undelivered')),
  -- The process that submits it; null once the outcome is stored.
  process_id uuid,
  -- Unknown whether the carrier accepted it; a report settles it.
  is_unsure boolean not null default false,
  provider_message_id text,
  -- The carrier's code with its meaning.
  error_code text,
  error text,
  -- One message per request.
  request_key text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create unique index channel_messages_request on channel_messages (user_id, request_key) where request_key is not null;
create index channel_messages_provider on channel_messages (sender_id, provider_message_id)
  where provider_message_id is not null;
create index channel_messages_message on channel_messages (message_id);
create index channel_messages_conversation on channel_messages (conversation_id);
create index channel_messages_handing_over on channel_messages (id) where process_id is not null;

-- Reports on messages whose carrier id is not stored yet, because the webhook was faster than the answer.
create table early_reports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  sender_id bigint not null references senders on delete cascade,
  provider_message_id text not null,
  state text not null,
  error_code text,
  error text,
  created_at timestamptz not null default clock_timestamp()
);

-- Received messages, to detect repeated reports.
create table received_messages (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  sender_id bigint references senders on delete set null,
  conversation_id bigint not null references conversations on delete cascade,
  message_id bigint not null unique references messages on delete cascade,
  provider_message_id text not null,
  -- Why the assistant has not answered; null: answered or pending.
  unanswered_reason text,
  created_at timestamptz not null default clock_timestamp(),
  unique (sender_id, provider_message_id)
);
create index received_messages_conversation on received_messages (conversation_id);

-- Conversations with an unanswered customer. The answering process holds the row.
create table pending_answers (
  conversation_id bigint primary key references conversations on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- The customer's newest message; the answer covers all up to it.
  message_id bigint not null references messages on delete cascade,
  process_id uuid,
  claimed_at timestamptz,
  attempts integer not null default 0,
  created_at timestamptz not null default clock_timestamp()
);

-- Media sent by a customer.
create table attachments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  message_id bigint not null references messages on delete cascade,
  sender_id bigint references senders on delete set null,
  -- The carrier's id.
  reference text not null,
  content_type text not null,
  file_name text,
  status text not null default 'waiting' check (status in ('waiting', 'stored', 'failed')),
  byte_count integer,
  error text,
  created_at timestamptz not null default clock_timestamp()
);
create index attachments_message on attachments (message_id);

create table attachment_pieces (
  attachment_id bigint not null references attachments on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (attachment_id, position)
);
-- Media are already compressed.
alter table attachment_pieces alter column bytes set storage external;
