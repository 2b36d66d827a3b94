-- Hash of the request whose key the message has; null: no key, or older than this column.
alter table channel_messages add column request_hash text;
alter table sms_messages add column request_hash text;
alter table messages add column request_hash text;
alter table received_messages add column request_hash text;

-- Opt-outs per number of the account, kept when its sender is deleted and connected again.
create table channel_opt_outs (
  user_id bigint not null references users on delete cascade,
  -- The sender's.
  phone_number text not null,
  customer_phone text not null,
  opted_out boolean not null,
  -- Time of the customer's latest opt-out or opt-in; older ones that arrive later are ignored.
  changed_at timestamptz not null,
  primary key (user_id, phone_number, customer_phone)
);
insert into channel_opt_outs (user_id, phone_number, customer_phone, opted_out, changed_at)
select customer.user_id, senders.phone_number, customer.customer_phone, customer.opted_out,
  coalesce(customer.opt_changed_at, customer.last_message_at)
from channel_customers customer join senders on senders.id = customer.sender_id
where customer.opted_out or customer.opt_changed_at is not null;
alter table channel_customers drop column opted_out, drop column opt_changed_at;

-- Messages that were never sent do not count as said.
create index channel_messages_lost on channel_messages (conversation_id)
  where state in ('failed', 'undelivered') and not is_unsure;

-- The turn may not be claimed before; null: immediately.
alter table pending_answers add column next_try_at timestamptz;
