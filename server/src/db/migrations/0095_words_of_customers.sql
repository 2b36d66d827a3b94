create function is_closed_by_stop(account bigint, identity text) returns boolean stable language sql as $$
  select coalesce(bool_and(listed.source = 'message'), false)
  from (
    select customer_key(account, identity) as alias
    union
    select aliases.alias from customer_aliases aliases
    where aliases.user_id = account and aliases.customer_key = customer_key(account, identity)) known
  join blacklisted_numbers listed on listed.user_id = account and listed.phone_number = any(number_spellings(known.alias))
$$;
comment on function is_closed_by_stop is 'Whether a customer is on the do-not-call list only because of their STOP.';

-- However a lead or contact was closed: by the STOP itself, at the end of its call, on import or before its next call.
create function mark_stopped() returns trigger language plpgsql as $$
begin
  new.is_stopped := new.status = 'blacklisted' and is_closed_by_stop(new.user_id, new.phone_number);
  return new;
end $$;
comment on function mark_stopped is 'Marks a lead or contact that a STOP closed, so that a START brings it back, and removes the mark when it is open again.';

create trigger mark_stopped before insert on leads for each row
  when (new.status = 'blacklisted') execute function mark_stopped();
create trigger mark_stopped_later before update of status, phone_number on leads for each row
  when ((new.status = 'blacklisted' or old.is_stopped)
    and (new.status <> old.status or new.phone_number <> old.phone_number)) execute function mark_stopped();
create trigger mark_stopped before insert on lead_contacts for each row
  when (new.status = 'blacklisted') execute function mark_stopped();
create trigger mark_stopped_later before update of status on lead_contacts for each row
  when ((new.status = 'blacklisted' or old.is_stopped) and new.status <> old.status) execute function mark_stopped();

update leads set is_stopped = false where is_stopped and status <> 'blacklisted';
update lead_contacts set is_stopped = false where is_stopped and status <> 'blacklisted';

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
  -- The later opt-out or opt-in applies. Its row is moved, because a new one would be reported again.
  delete from opt_outs earlier using opt_outs later
  where earlier.user_id = account and earlier.customer_key in (kept, gone)
    and later.user_id = account and later.customer_key in (kept, gone) and later.customer_key <> earlier.customer_key
    and (later.changed_at, later.customer_key = gone) > (earlier.changed_at, earlier.customer_key = gone);
  update opt_outs set customer_key = kept where user_id = account and customer_key = gone;
  update customer_aliases set customer_key = kept where user_id = account and customer_key = gone;
  insert into customer_aliases (user_id, alias, customer_key) values (account, gone, kept);
end $$;

-- Entries that follow a customer to a new number repeat an opt-out that was reported.
drop trigger report_opted_out on blacklisted_numbers;
create trigger report_opted_out after insert on blacklisted_numbers for each row
  when (new.source = 'call' and new.call_id is not null and wants_event(new.user_id, 'contact.opted_out'))
  execute function report_opt_out_in_call();
