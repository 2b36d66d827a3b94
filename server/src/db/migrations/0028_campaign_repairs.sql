-- What a campaign has cost is in the ledger: it outlives calls that are deleted.
alter table charges add column campaign_id bigint references campaigns on delete set null;
update charges set campaign_id = calls.campaign_id
from calls where calls.id = charges.call_id and calls.campaign_id is not null;
create index charges_campaign on charges (campaign_id) include (amount_micros) where campaign_id is not null;

-- Processes that lack what a campaign needs, such as a model: they leave it to others while there are some.
create table campaign_standbacks (
  campaign_id bigint not null references campaigns on delete cascade,
  process_id uuid not null,
  -- The campaign and its assistant as they were: once they are changed it is found out anew.
  version text not null,
  primary key (campaign_id, process_id)
);

-- Most calls have neither: an index of those that do is all that is asked for, and each call of a campaign writes less.
alter table calls drop constraint calls_recording_key_key, drop constraint calls_media_token_hash_key;
create unique index calls_recording on calls (recording_key) where recording_key is not null;
create unique index calls_media_token on calls (media_token_hash) where media_token_hash is not null;
