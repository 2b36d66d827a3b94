-- What the request was whose key a message has; null: it had none, or came before this was kept.
alter table channel_messages add column request_hash text;
alter table sms_messages add column request_hash text;
alter table messages add column request_hash text;
alter table received_messages add column request_hash text;

-- Whether a customer wants to hear from a number of the account: kept when its sender goes and comes again.
create table channel_opt_outs (
  user_id bigint not null references users on delete cascade,
  -- The sender's.
  phone_number text not null,
  customer_phone text not null,
  opted_out boolean not null,
  -- When the customer last said so; an older word that arrives later says nothing.
  changed_at timestamptz not null,
  primary key (user_id, phone_number, customer_phone)
);
insert into channel_opt_outs (user_id, phone_number, customer_phone, opted_out, changed_at)
select customer.user_id, senders.phone_number, customer.customer_phone, customer.opted_out,
  coalesce(customer.opt_changed_at, customer.last_message_at)
from channel_customers customer join senders on senders.id = customer.sender_id
where customer.opted_out or customer.opt_changed_at is not null;
alter table channel_customers drop column opted_out, drop column opt_changed_at;

-- Messages that never left are no part of what was said.
create index channel_messages_lost on channel_messages (conversation_id)
  where state in ('failed', 'undelivered') and not is_unsure;

-- Nobody takes the turn before; null: at once.
alter table pending_answers add column next_try_at timestamptz;
