-- Lists compare thousands of conversations with this set, computed once, instead of asking is_unreachable for each.
create function unreachable_identities(account bigint) returns setof text stable language sql as $$
  with keys as (
    select word.customer_key as key from opt_outs word where word.user_id = account and word.opted_out
    union
    select number_key(listed.phone_number) from blacklisted_numbers listed where listed.user_id = account),
  customers as (
    select key from keys
    union
    select known.customer_key from customer_aliases known join keys on known.alias = keys.key
    where known.user_id = account),
  known as (
    select key from customers
    union
    select aliases.alias from customer_aliases aliases join customers on aliases.customer_key = customers.key
    where aliases.user_id = account)
  select unnest(number_spellings(key)) from known
$$;
comment on function unreachable_identities(bigint) is 'All identities for which is_unreachable is true, in all spellings.';
