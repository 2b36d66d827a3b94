-- The ledger keeps a campaign's cost even when its calls are deleted.
alter table charges add column campaign_id bigint references campaigns on delete set null;
update charges set campaign_id = calls.campaign_id
from calls where calls.id = charges.call_id and calls.campaign_id is not null;
create index charges_campaign on charges (campaign_id) include (amount_micros) where campaign_id is not null;

-- Processes that cannot run a campaign, for example because a model is not configured; others take it.
create table campaign_standbacks (
  campaign_id bigint not null references campaigns on delete cascade,
  process_id uuid not null,
  -- Version of campaign and assistant; after a change it is checked again.
  version text not null,
  primary key (campaign_id, process_id)
);

-- Most calls have neither, so a partial index suffices and campaign calls write less.
alter table calls drop constraint calls_recording_key_key, drop constraint calls_media_token_hash_key;
create unique index calls_recording on calls (recording_key) where recording_key is not null;
create unique index calls_media_token on calls (media_token_hash) where media_token_hash is not null;
