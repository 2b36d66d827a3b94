-- Reference of a charge outside of a conversation (`sms:12`), and its explanation.
alter table charges add column reference text, add column note text;
create unique index charges_reference on charges (user_id, reference, kind) where reference is not null;

-- Sender identities of the messaging channel.
create table senders (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- Answers customers who write to it; null: no assistant.
  assistant_id bigint references assistants on delete set null,
  provider text not null,
  phone_number text not null,
  display_name text not null default '',
  status text not null default 'online' check (status in ('online', 'offline')),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (user_id, phone_number)
);

-- Conversations of type msgapp belong to a sender and a customer's number; the sender may have no assistant.
alter table conversations
  alter column assistant_id drop not null,
  add column sender_id bigint references senders on delete set null,
  add column customer_phone text,
  add column customer_name text;
create unique index conversations_msgapp on conversations (sender_id, customer_phone) where type = 'msgapp';
