-- Minutes between a call by one campaign and a call to the same number by another.
alter table campaigns add column contact_pause integer not null default 60;

create index calls_ended_of_client on calls (user_id, client_phone_number, ended_at)
  where campaign_id is not null and ended_at is not null;
