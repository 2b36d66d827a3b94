-- A campaign has one regular lead for each person: all spellings of a number count as one.
drop index leads_number;
update leads later set is_duplicate = true
from leads earlier
where earlier.campaign_id = later.campaign_id and earlier.id < later.id
  and number_key(earlier.phone_number) = number_key(later.phone_number)
  and not earlier.is_duplicate and not later.is_duplicate
  -- Other countries have one spelling.
  and later.phone_number ~ '^\+5[245]' and earlier.phone_number ~ '^\+5[245]';
create unique index leads_number on leads (campaign_id, number_key(phone_number)) where not is_duplicate;

-- Closed by the customer's STOP, so that a START brings it back.
alter table leads add column is_stopped boolean not null default false;
alter table lead_contacts add column is_stopped boolean not null default false;
