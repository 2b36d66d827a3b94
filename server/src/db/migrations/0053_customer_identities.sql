-- A customer is a phone number, a channel user id, or both. The key is one of these, with one spelling for numbers of
-- the same subscriber: Mexico with and without 1 for mobiles, Argentina with and without 9, Brazil's ninth digit.
create function number_key(identity text) returns text immutable parallel safe language sql as $$
  select case
    when identity ~ '^\+521\d{10}$' then '+52' || substr(identity, 5)
    when identity ~ '^\+549\d{10}$' then '+54' || substr(identity, 5)
    when identity ~ '^\+55[1-9]\d[6-9]\d{7}$' then '+55' || substr(identity, 4, 2) || '9' || substr(identity, 6)
    else identity end
$$;

-- All spellings of a key that is a number.
create function number_spellings(key text) returns text[] immutable parallel safe language sql as $$
  select case
    when key ~ '^\+52\d{10}$' then array[key, '+521' || substr(key, 4)]
    when key ~ '^\+54\d{10}$' then array[key, '+549' || substr(key, 4)]
    when key ~ '^\+55[1-9]\d9[6-9]\d{7}$' then array[key, '+55' || substr(key, 4, 2) || substr(key, 7)]
    else array[key] end
$$;

-- Identities that carriers reported as the same customer. Aliases are keys and never point to another alias.
create table customer_aliases (
  user_id bigint not null references users on delete cascade,
  alias text not null,
  customer_key text not null,
  primary key (user_id, alias)
);
create index customer_aliases_key on customer_aliases (user_id, customer_key);

create function customer_key(account bigint, identity text) returns text stable language sql as $$
  select coalesce(
    (select known.customer_key from customer_aliases known
     where known.user_id = account and known.alias = number_key(identity)),
    number_key(identity))
$$;

-- All numbers of a customer, in every spelling.
create function customer_phones(account bigint, identity text) returns setof text stable language sql as $$
  select unnest(number_spellings(known.alias)) from (
    select customer_key(account, identity) as alias
    union
    select aliases.alias from customer_aliases aliases
    where aliases.user_id = account and aliases.customer_key = customer_key(account, identity)) known
  where known.alias like '+%'
$$;

-- Opt-outs from the account, for every channel and number.
create table opt_outs (
  user_id bigint not null references users on delete cascade,
  customer_key text not null,
  opted_out boolean not null,
  -- Source of the latest change. After an opt-out at the carrier the assistant still answers the customer's messages.
  source text not null check (source in ('customer', 'carrier')),
  -- Older changes that arrive later are ignored.
  changed_at timestamptz not null,
  primary key (user_id, customer_key)
);

-- Until now a STOP applied to one number; active ones now apply to the account.
insert into opt_outs (user_id, customer_key, opted_out, source, changed_at)
select user_id, number_key(customer_phone), bool_or(opted_out), 'customer',
  coalesce(max(changed_at) filter (where opted_out), max(changed_at))
from (
  select user_id, customer_phone, opted_out, changed_at from channel_opt_outs
  union all
  select user_id, customer_phone, true, created_at from sms_opt_outs) words
group by user_id, number_key(customer_phone);

-- Opted-out customers are not called either. START removes only these entries.
alter table blacklisted_numbers drop constraint blacklisted_numbers_source_check;
alter table blacklisted_numbers add constraint blacklisted_numbers_source_check
  check (source in ('request', 'call', 'message'));
insert into blacklisted_numbers (user_id, phone_number, source, reason)
select distinct user_id, unnest(number_spellings(number_key(customer_phone))), 'message', 'They said STOP in a message.'
from (
  select user_id, customer_phone from channel_opt_outs where opted_out
  union
  select user_id, customer_phone from sms_opt_outs) words
where customer_phone like '+%'
on conflict (user_id, phone_number) do nothing;
drop table channel_opt_outs, sms_opt_outs;

create function is_blacklisted(account bigint, identity text) returns boolean stable language sql as $$
  select exists (select from blacklisted_numbers listed
    where listed.user_id = account and listed.phone_number in (select customer_phones(account, identity)))
$$;

-- True when the account must not contact the customer first.
create function is_unreachable(account bigint, identity text) returns boolean stable language sql as $$
  select exists (select from opt_outs word where word.user_id = account
      and word.customer_key = customer_key(account, identity) and word.opted_out)
    or is_blacklisted(account, identity)
$$;

-- Windows per customer and sender across identities.
create table merged_customers as
select sender_id, number_key(customer_phone) as customer_key, user_id, max(last_message_at) as last_message_at,
  (array_agg(customer_phone order by last_message_at desc))[1] as address, max(attachments_on) as attachments_on,
  max(attachment_bytes) as attachment_bytes
from channel_customers group by sender_id, number_key(customer_phone), user_id;
delete from channel_customers;
alter table channel_customers rename column customer_phone to customer_key;
-- Address they last wrote from, in the carrier's spelling; answers go there.
alter table channel_customers add column address text;
insert into channel_customers (sender_id, customer_key, user_id, last_message_at, address, attachments_on,
  attachment_bytes)
select sender_id, customer_key, user_id, last_message_at, address, attachments_on, attachment_bytes
from merged_customers;
drop table merged_customers;
alter table channel_customers alter column address set not null;

-- Of two threads of one customer the later one continues. Null: closed thread.
alter table conversations add column customer_key text;
update conversations set customer_key = number_key(customer_phone)
from (
  select distinct on (sender_id, number_key(customer_phone)) id from conversations
  where type = 'msgapp' and customer_phone is not null
  order by sender_id, number_key(customer_phone), updated_at desc, id desc) latest
where conversations.id = latest.id;
drop index conversations_msgapp;
create unique index conversations_msgapp on conversations (sender_id, customer_key) where type = 'msgapp';

-- Merges two identities of one customer: opt-outs, windows and threads move to the first.
create function link_customers(account bigint, first text, second text) returns void language plpgsql as $$
declare
  kept text := customer_key(account, first);
  gone text := customer_key(account, second);
begin
  if kept = gone then return; end if;
  -- Serialized per account, so that no two aliases point to each other.
  perform pg_advisory_xact_lock(hashtextextended('link_customers:' || account, 0));
  kept := customer_key(account, first);
  gone := customer_key(account, second);
  if kept = gone then return; end if;
  -- Of two threads of one customer the later one continues.
  update conversations talk set customer_key = null
  from conversations other
  where talk.type = 'msgapp' and talk.customer_key in (kept, gone)
    and talk.sender_id in (select id from senders where user_id = account)
    and other.type = 'msgapp' and other.sender_id = talk.sender_id
    and other.customer_key in (kept, gone) and other.customer_key <> talk.customer_key
    and (other.updated_at, other.id) > (talk.updated_at, talk.id);
  update conversations set customer_key = kept,
    customer_phone = coalesce(customer_phone, case when first like '+%' then first when second like '+%' then second end),
    customer_identifier = coalesce(customer_identifier,
      case when first not like '+%' then first when second not like '+%' then second end)
  where type = 'msgapp' and customer_key in (kept, gone)
    and sender_id in (select id from senders where user_id = account);
  insert into channel_customers as known (sender_id, customer_key, user_id, last_message_at, address, attachments_on,
    attachment_bytes)
  select sender_id, kept, user_id, last_message_at, address, attachments_on, attachment_bytes
  from channel_customers
  where customer_key = gone and sender_id in (select id from senders where user_id = account)
  on conflict (sender_id, customer_key) do update set
    address = case when excluded.last_message_at > known.last_message_at then excluded.address else known.address end,
    last_message_at = greatest(known.last_message_at, excluded.last_message_at),
    attachments_on = greatest(known.attachments_on, excluded.attachments_on),
    attachment_bytes = greatest(known.attachment_bytes, excluded.attachment_bytes);
  delete from channel_customers
  where customer_key = gone and sender_id in (select id from senders where user_id = account);
  insert into opt_outs as earlier (user_id, customer_key, opted_out, source, changed_at)
  select user_id, kept, opted_out, source, changed_at from opt_outs
  where user_id = account and customer_key = gone
  on conflict (user_id, customer_key) do update set
    opted_out = excluded.opted_out, source = excluded.source, changed_at = excluded.changed_at
    where earlier.changed_at <= excluded.changed_at;
  delete from opt_outs where user_id = account and customer_key = gone;
  update customer_aliases set customer_key = kept where user_id = account and customer_key = gone;
  insert into customer_aliases (user_id, alias, customer_key) values (account, gone, kept);
end $$;

-- Reports that match no customer or known type, kept for 30 days.
create table unattributed_reports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  sender_id bigint not null references senders on delete cascade,
  what text not null,
  content text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index unattributed_reports_sender on unattributed_reports (sender_id);
create index unattributed_reports_age on unattributed_reports (created_at);
