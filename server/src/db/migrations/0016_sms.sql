-- SMS of the account's numbers, in both directions.
create table sms_messages (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  phone_number_id bigint references phone_numbers on delete set null,
  direction text not null check (direction in ('outbound', 'inbound')),
  provider text not null,
  from_number text not null,
  to_number text not null,
  body text not null,
  state text not null
    check (state in ('queued', 'sent', 'delivered', 'failed', 'undelivered', 'received')),
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
create index sms_messages_list on sms_messages (user_id, id desc);
create unique index sms_messages_request on sms_messages (user_id, request_key) where request_key is not null;
create unique index sms_messages_provider on sms_messages (provider, provider_message_id, user_id)
  where provider_message_id is not null;
create index sms_messages_number on sms_messages (phone_number_id);
create index sms_messages_handing_over on sms_messages (id) where process_id is not null;

-- Customers who opted out of a number, until START.
create table sms_opt_outs (
  user_id bigint not null references users on delete cascade,
  number text not null,
  customer_phone text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, number, customer_phone)
);
