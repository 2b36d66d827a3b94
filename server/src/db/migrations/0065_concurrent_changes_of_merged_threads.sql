-- Merges two identities of one customer as before, even while another transaction changes or opens one of the threads.
create or replace function link_customers(account bigint, first text, second text) returns void language plpgsql as $$
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
  for attempt in 1 .. 10 loop
    begin
      -- Of two threads of one customer the later one continues.
      update conversations talk set customer_key = null
      from conversations other
      where talk.type = 'msgapp' and talk.customer_key in (kept, gone)
        and talk.sender_id in (select id from senders where user_id = account)
        and other.type = 'msgapp' and other.sender_id = talk.sender_id
        and other.customer_key in (kept, gone) and other.customer_key <> talk.customer_key
        and (other.updated_at, other.id) > (talk.updated_at, talk.id);
      update conversations set customer_key = kept,
        customer_phone = coalesce(customer_phone,
          case when first like '+%' then first when second like '+%' then second end),
        customer_identifier = coalesce(customer_identifier,
          case when first not like '+%' then first when second not like '+%' then second end)
      where type = 'msgapp' and customer_key in (kept, gone)
        and sender_id in (select id from senders where user_id = account);
      exit;
    exception when unique_violation then
      -- Another transaction has changed which thread is later, or opened one, and committed. The next attempt sees it.
      if attempt = 10 then raise; end if;
    end;
  end loop;
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
