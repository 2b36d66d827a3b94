-- Claims and imports ask for every number. In SQL, these functions start an executor per call; in PL/pgSQL their plans
-- are cached.
create or replace function number_key(identity text) returns text immutable parallel safe cost 1 language plpgsql as $$
begin
  -- Numbers of other countries have one spelling.
  if identity not like '+5%' then return identity; end if;
  return case
    when identity ~ '^\+521\d{10}$' then '+52' || substr(identity, 5)
    when identity ~ '^\+549\d{10}$' then '+54' || substr(identity, 5)
    when identity ~ '^\+55[1-9]\d[6-9]\d{7}$' then '+55' || substr(identity, 4, 2) || '9' || substr(identity, 6)
    else identity end;
end $$;
create or replace function number_spellings(key text) returns text[] immutable parallel safe cost 1 language plpgsql as $$
begin
  if key not like '+5%' then return array[key]; end if;
  return case
    when key ~ '^\+52\d{10}$' then array[key, '+521' || substr(key, 4)]
    when key ~ '^\+54\d{10}$' then array[key, '+549' || substr(key, 4)]
    when key ~ '^\+55[1-9]\d9[6-9]\d{7}$' then array[key, '+55' || substr(key, 4, 2) || substr(key, 7)]
    else array[key] end;
end $$;
create or replace function customer_key(account bigint, identity text) returns text stable language plpgsql as $$
declare
  own text := number_key(identity);
begin
  return coalesce(
    (select known.customer_key from customer_aliases known where known.user_id = account and known.alias = own), own);
end $$;
create or replace function is_blacklisted(account bigint, identity text) returns boolean stable language plpgsql as $$
declare
  own text := number_key(identity);
begin
  return exists (select from blacklisted_numbers listed
      where listed.user_id = account and listed.phone_number = any(number_spellings(own)))
    or exists (
      select from customer_aliases mine
      join customer_aliases known on known.user_id = account and known.customer_key = mine.customer_key
      join blacklisted_numbers listed on listed.user_id = account
        and listed.phone_number = any(number_spellings(known.alias) || number_spellings(known.customer_key))
      where mine.user_id = account and (mine.alias = own or mine.customer_key = own));
end $$;

-- When a lead was due before a pause between campaigns postponed it.
alter table leads add column due_before_pause timestamptz;

-- Campaigns of an account call a person once at a time, in any spelling of the number. A second live call of an older
-- version ends as if its process had stopped.
with second as (
  update calls later set status = 'failed', failure_cause = 'process', ended_at = clock_timestamp()
  where campaign_id is not null and ended_at is null and exists (
    select from calls earlier
    where earlier.user_id = later.user_id and earlier.campaign_id is not null and earlier.ended_at is null
      and earlier.id < later.id and number_key(earlier.client_phone_number) = number_key(later.client_phone_number))
  returning id, contact_id),
freed as (
  update leads set status = 'rescheduled', due_at = clock_timestamp(), call_id = null
  from second where leads.call_id = second.id)
update lead_contacts set status = 'rescheduled' from second where lead_contacts.id = second.contact_id;
drop index calls_live_of_number;
create unique index calls_live_of_number on calls (user_id, number_key(client_phone_number))
  where campaign_id is not null and ended_at is null;
