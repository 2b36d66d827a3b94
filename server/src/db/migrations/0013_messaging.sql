alter table senders
  -- The end of the address at which the carrier calls us: nobody can guess it.
  add column webhook_key text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  -- What the vendor needs to send and to check signatures, sealed as one; null: nothing.
  add column sealed_credentials bytea,
  add column quality_rating text not null default 'GREEN' check (quality_rating in ('GREEN', 'YELLOW', 'RED')),
  -- Customers whom the sender may write to first within 24 hours.
  add column messaging_limit integer not null default 1000,
  add column templates_synced_at timestamptz,
  -- Why the last look at the carrier's templates failed; null: it did not.
  add column templates_error text;
create index senders_user on senders (user_id, id);

create table templates (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  sender_id bigint not null references senders on delete cascade,
  -- How the carrier calls it.
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

-- What a sender knows of a customer: the window, and whether they want to hear from it.
create table channel_customers (
  sender_id bigint not null references senders on delete cascade,
  customer_phone text not null,
  user_id bigint not null references users on delete cascade,
  -- The window is open until 24 hours after it.
  last_message_at timestamptz not null,
  opted_out boolean not null default false,
  -- When the customer last said so; an older word that arrives later says nothing.
  opt_changed_at timestamptz,
  primary key (sender_id, customer_phone)
);

-- A message to a customer, as the carrier sees it.
create table channel_messages (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  sender_id bigint references senders on delete set null,
  conversation_id bigint not null references conversations on delete cascade,
  message_id bigint not null references messages on delete cascade,
  state text not null default 'queued'
    check (state in ('queued', 'sent', 'delivered', 'read', 'failed', 'undelivered')),
  -- Who hands it to the carrier; null once the outcome is stored.
  process_id uuid,
  -- The carrier may have taken it and nobody knows: a report settles it.
  is_unsure boolean not null default false,
  provider_message_id text,
  -- The carrier's code, and what it means.
  error_code text,
  error text,
  -- One request, one message.
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

-- Reports on messages whose carrier id is not stored yet: the webhook was faster than the answer.
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

-- A message of a customer; a repeated report finds it.
create table received_messages (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  sender_id bigint references senders on delete set null,
  conversation_id bigint not null references conversations on delete cascade,
  message_id bigint not null unique references messages on delete cascade,
  provider_message_id text not null,
  -- Why the assistant has not answered; null: it has, or is about to.
  unanswered_reason text,
  created_at timestamptz not null default clock_timestamp(),
  unique (sender_id, provider_message_id)
);
create index received_messages_conversation on received_messages (conversation_id);

-- Conversations in which a customer waits for the assistant. Who answers holds the row by its process.
create table pending_answers (
  conversation_id bigint primary key references conversations on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- The customer's newest message: the answer is to all up to it.
  message_id bigint not null references messages on delete cascade,
  process_id uuid,
  claimed_at timestamptz,
  attempts integer not null default 0,
  created_at timestamptz not null default clock_timestamp()
);

-- Media that a customer sent.
create table attachments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  message_id bigint not null references messages on delete cascade,
  sender_id bigint references senders on delete set null,
  -- How the carrier calls it.
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
-- Pictures, sounds and films are compressed already.
alter table attachment_pieces alter column bytes set storage external;
