-- Ids of leads, contacts and calls in the customer's own system.
alter table leads add column external_id text;
alter table lead_contacts add column external_id text;
alter table calls add column external_id text;

create unique index leads_external_id on leads (campaign_id, external_id) where external_id is not null;
create index leads_of_external_id on leads (user_id, external_id) where external_id is not null;
create index calls_of_external_id on calls (user_id, external_id) where external_id is not null;
