-- Calls. A row exists from the request on; process_id is the process that runs the call.
create table calls (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- Null: deleted with its account's data.
  assistant_id bigint references assistants on delete set null,
  type text not null check (type in ('inbound', 'outbound', 'web')),
  status text not null default 'initiated' check (status in ('initiated', 'ringing', 'in-progress',
    'completed', 'ended_by_customer', 'ended_by_assistant', 'busy', 'no-answer', 'failed')),
  campaign_id bigint,
  lead_id bigint,
  -- The account's number of the call; null for web calls and after the number was deleted.
  phone_number_id bigint references phone_numbers on delete set null,
  assistant_phone_number text,
  client_phone_number text,
  -- Globally unique id of the attempt, sent to carriers.
  attempt_id uuid not null unique default gen_random_uuid(),
  -- The process that runs it; null: not started or ended.
  process_id uuid,
  carrier_call_id text,
  ringing_time_ms integer not null,
  variables json not null,
  initiated_at timestamptz not null default clock_timestamp(),
  ringing_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  -- Last heartbeat of the process: the end of the call if the process died.
  seen_at timestamptz not null default clock_timestamp(),
  -- Explanation for the account's owner; null while it runs.
  end_reason text,
  -- The carrier's code of a failed dial.
  failure_code text,
  answered_by text check (answered_by in ('human', 'machine', 'unknown')),
  -- When its end was requested.
  hang_up_at timestamptz,
  -- [{name, type, value, description}]; null until evaluated.
  evaluation json,
  evaluation_error text,
  -- Null: evaluation and event are pending.
  recorded_at timestamptz,
  -- Carrier cost in millionths of a dollar; null: unknown.
  carrier_cost_micros bigint,
  -- The sum of this call's charges.
  cost_micros bigint not null default 0,
  -- Random end of the recording's URL, which cannot be guessed; null: not recorded.
  recording_key text unique,
  recording_rate_hz integer,
  -- SHA-256 of the browser's one-time token; null if used or never issued.
  media_token_hash bytea unique,
  media_expires_at timestamptz,
  -- One call per request.
  request_key text,
  request_hash text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Rules out inconsistent states.
  check ((status in ('initiated', 'ringing', 'in-progress')) = (ended_at is null)),
  check (status not in ('in-progress', 'completed', 'ended_by_customer', 'ended_by_assistant') or answered_at is not null),
  check (status not in ('initiated', 'ringing', 'busy', 'no-answer') or answered_at is null)
);
create index calls_list on calls (user_id, id desc);
create index calls_by_assistant on calls (assistant_id, id desc);
create index calls_number on calls (phone_number_id) where phone_number_id is not null;
create unique index calls_request on calls (user_id, request_key) where request_key is not null;
-- Waiting and running calls: few at any time.
create index calls_live on calls (process_id, id) where ended_at is null;
create index calls_unrecorded on calls (user_id, id) where ended_at is not null and recorded_at is null;

-- Transcript, stored while the call runs.
create table call_transcript (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  call_id bigint not null references calls on delete cascade,
  sender text not null check (sender in ('bot', 'human')),
  -- For the assistant only what was heard.
  content text not null,
  said_at timestamptz not null
);
create index call_transcript_call on call_transcript (call_id, id);

-- Other events of a call: latencies, transfers, tools, DTMF, speech providers used.
create table call_events (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  call_id bigint not null references calls on delete cascade,
  type text not null,
  -- Since the answer.
  at_ms integer not null,
  data json not null
);
create index call_events_call on call_events (call_id, id);

-- G.711 µ-law, stereo, appended every few seconds, so that recordings survive their process.
create table call_recording_pieces (
  call_id bigint not null references calls on delete cascade,
  -- Offset in bytes.
  begin_byte bigint not null,
  bytes bytea not null,
  primary key (call_id, begin_byte)
);
-- µ-law audio does not compress.
alter table call_recording_pieces alter column bytes set storage external;

alter table charges add column call_id bigint references calls on delete set null;
create index charges_call on charges (call_id) where call_id is not null;

-- Model calls of phone calls.
alter table model_calls
  alter column conversation_id drop not null,
  add column call_id bigint references calls on delete cascade,
  add constraint model_calls_subject check (num_nonnulls(conversation_id, call_id) = 1);
create index model_calls_call on model_calls (call_id, id) where call_id is not null;

-- For the webhook answer shown with a call.
create index webhook_deliveries_of_calls on webhook_deliveries (user_id, subject_id) where event = 'call.ended';

-- Origin to which browsers connect for calls of this process; null: it holds no calls.
alter table processes add column media_origin text;
