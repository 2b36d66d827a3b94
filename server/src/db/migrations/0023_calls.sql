-- Calls. A row stands from the moment a call is asked for; who holds the call in its memory is in process_id.
create table calls (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- Null: the assistant's row is gone with its account's data.
  assistant_id bigint references assistants on delete set null,
  type text not null check (type in ('inbound', 'outbound', 'web')),
  status text not null default 'initiated' check (status in ('initiated', 'ringing', 'in-progress',
    'completed', 'ended_by_customer', 'ended_by_assistant', 'busy', 'no-answer', 'failed')),
  campaign_id bigint,
  lead_id bigint,
  -- The number of the account that the call goes over; null on web calls, and once the number is gone.
  phone_number_id bigint references phone_numbers on delete set null,
  assistant_phone_number text,
  client_phone_number text,
  -- Our name of the attempt, unique for ever; carriers are told it.
  attempt_id uuid not null unique default gen_random_uuid(),
  -- The process that holds it; null: nobody yet, or it is over.
  process_id uuid,
  carrier_call_id text,
  ringing_time_ms integer not null,
  variables json not null,
  initiated_at timestamptz not null default clock_timestamp(),
  ringing_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  -- The last sign that the holder was alive: where a call ended whose process died.
  seen_at timestamptz not null default clock_timestamp(),
  -- In words for the account's owner; null while it runs.
  end_reason text,
  -- The carrier's own code of a dial that failed.
  failure_code text,
  answered_by text check (answered_by in ('human', 'machine', 'unknown')),
  -- Somebody asked for its end.
  hang_up_at timestamptz,
  -- [{name, type, value, description}]; null until it is evaluated.
  evaluation json,
  evaluation_error text,
  -- Null: the evaluation and the event are still to come.
  recorded_at timestamptz,
  -- What the carrier takes, in millionths of a dollar; null: not known.
  carrier_cost_micros bigint,
  -- The sum of this call's charges.
  cost_micros bigint not null default 0,
  -- The end of the recording's address, which nobody can guess; null: nothing is recorded.
  recording_key text unique,
  recording_rate_hz integer,
  -- SHA-256 of the one-time token that a browser brings; null: used, or none.
  media_token_hash bytea unique,
  media_expires_at timestamptz,
  -- One request, one call.
  request_key text,
  request_hash text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- States that make no sense cannot be stored.
  check ((status in ('initiated', 'ringing', 'in-progress')) = (ended_at is null)),
  check (status not in ('in-progress', 'completed', 'ended_by_customer', 'ended_by_assistant') or answered_at is not null),
  check (status not in ('initiated', 'ringing', 'busy', 'no-answer') or answered_at is null)
);
create index calls_list on calls (user_id, id desc);
create index calls_by_assistant on calls (assistant_id, id desc);
create index calls_number on calls (phone_number_id) where phone_number_id is not null;
create unique index calls_request on calls (user_id, request_key) where request_key is not null;
-- Calls that wait for a process, and those that processes hold: few at any time.
create index calls_live on calls (process_id, id) where ended_at is null;
create index calls_unrecorded on calls (user_id, id) where ended_at is not null and recorded_at is null;

-- What was said, a row each, stored while the call runs.
create table call_transcript (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  call_id bigint not null references calls on delete cascade,
  sender text not null check (sender in ('bot', 'human')),
  -- Of what the assistant said as much as was heard.
  content text not null,
  said_at timestamptz not null
);
create index call_transcript_call on call_transcript (call_id, id);

-- What else happened in a call: latencies, transfers, tools, keys, what speech was used.
create table call_events (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  call_id bigint not null references calls on delete cascade,
  type text not null,
  -- From the answer.
  at_ms integer not null,
  data json not null
);
create index call_events_call on call_events (call_id, id);

-- G.711 µ-law, stereo, appended every few seconds: what was recorded outlives the process that recorded it.
create table call_recording_pieces (
  call_id bigint not null references calls on delete cascade,
  -- Bytes of the pieces before.
  begin_byte bigint not null,
  bytes bytea not null,
  primary key (call_id, begin_byte)
);
-- Companded sound does not compress.
alter table call_recording_pieces alter column bytes set storage external;

alter table charges add column call_id bigint references calls on delete set null;
create index charges_call on charges (call_id) where call_id is not null;

-- Models are called in calls too.
alter table model_calls
  alter column conversation_id drop not null,
  add column call_id bigint references calls on delete cascade,
  add constraint model_calls_subject check (num_nonnulls(conversation_id, call_id) = 1);
create index model_calls_call on model_calls (call_id, id) where call_id is not null;

-- What a webhook of a call was answered.
create index webhook_deliveries_of_calls on webhook_deliveries (user_id, subject_id) where event = 'call.ended';

-- Where browsers bring the sound of calls that this process holds; null: it holds none.
alter table processes add column media_origin text;
