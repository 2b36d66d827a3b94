-- A customer has a new number or id. Threads, windows and opt-outs follow. Carriers give old numbers to other people, so the
-- old number is unlinked. Returns false if a message from it arrived after the move.
create function move_customer(account bigint, before text, after text, moved_at timestamptz) returns boolean
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('link_customers:' || account, 0));
  if customer_key(account, before) <> customer_key(account, after) and exists (
    select from channel_customers
    where user_id = account and customer_key = customer_key(account, before) and last_message_at > moved_at)
  then return false; end if;
  -- The old identity must not remain the key.
  delete from customer_aliases
  where user_id = account and alias = number_key(after) and customer_key = number_key(before);
  perform link_customers(account, after, before);
  update conversations set
    customer_identifier = case when after not like '+%' then after else customer_identifier end,
    customer_phone = case when number_key(customer_phone) <> number_key(before) then customer_phone
      when after like '+%' then after end
  where user_id = account and type = 'msgapp' and customer_key = customer_key(account, after)
    and (number_key(customer_phone) = number_key(before) or customer_identifier = before);
  update channel_customers set address = after
  where user_id = account and customer_key = customer_key(account, after)
    and number_key(address) = number_key(before);
  if before like '+%' then
    delete from customer_aliases where user_id = account and alias = number_key(before);
  end if;
  return true;
end $$;
comment on function move_customer is 'A customer changed their number or id: threads, windows and opt-outs follow.';

-- References of a message, as reported by the carrier: a quoted message, a choice, an advertisement, a product, a form.
alter table messages add column about jsonb;
