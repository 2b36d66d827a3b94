-- True if any number or channel id of the customer is listed, in any spelling. In PL/pgSQL its plans are cached, so an
-- import can ask for every row.
create or replace function is_blacklisted(account bigint, identity text) returns boolean stable language plpgsql as $$
declare
  own text := number_key(identity);
  key text;
begin
  select known.customer_key into key from customer_aliases known where known.user_id = account and known.alias = own;
  key := coalesce(key, own);
  return exists (select from blacklisted_numbers listed
      where listed.user_id = account and listed.phone_number = any(number_spellings(key)))
    or exists (select from customer_aliases known
      join blacklisted_numbers listed on listed.user_id = account and listed.phone_number = any(number_spellings(known.alias))
      where known.user_id = account and known.customer_key = key);
end $$;
comment on function is_blacklisted(bigint, text) is 'Whether a customer, by any of their numbers in any spelling or by their channel id, is on the account''s do-not-call list.';
