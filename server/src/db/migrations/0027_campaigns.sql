-- Campaigns: hours, concurrency and retries of outbound calling.
create table campaigns (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  assistant_id bigint not null references assistants,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'in-progress', 'stopped', 'completed')),
  -- IANA name; the hours and days below are in this time zone.
  timezone text not null,
  max_calls_in_parallel integer not null check (max_calls_in_parallel > 0),
  -- If the start is after the end, the window runs overnight; the end minute is inclusive.
  allowed_hours_start_time time not null,
  allowed_hours_end_time time not null,
  -- Lowercase weekday names: days on which windows start.
  allowed_days text[] not null,
  max_retries integer not null,
  retry_interval integer not null,
  retry_on_voicemail boolean not null,
  retry_on_goal_incomplete boolean not null,
  goal_completion_variable text,
  mark_complete_when_no_leads boolean not null,
  -- Why it was stopped automatically; null: stopped by request, or not stopped.
  stop_reason text,
  -- The circuit breaker counts calls since then.
  started_at timestamptz,
  completed_at timestamptz,
  -- Hidden; the row is kept for the history of its calls.
  deleted_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index campaigns_list on campaigns (user_id, id) where deleted_at is null;
create index campaigns_running on campaigns (id) where status = 'in-progress' and deleted_at is null;
create index campaigns_by_assistant on campaigns (assistant_id);

-- Caller numbers of a campaign, used in rotation. If it has none: the assistant's number or one of the account.
create table campaign_phone_numbers (
  campaign_id bigint not null references campaigns on delete cascade,
  phone_number_id bigint not null references phone_numbers on delete cascade,
  position integer not null,
  primary key (campaign_id, phone_number_id)
);
create index campaign_phone_numbers_number on campaign_phone_numbers (phone_number_id);

create table leads (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  campaign_id bigint not null references campaigns on delete cascade,
  phone_number text not null,
  variables json not null,
  status text not null default 'created' check (status in
    ('created', 'scheduled', 'processing', 'completed', 'rescheduled', 'reached-max-retries', 'blacklisted')),
  -- A second lead with the same number, by request.
  is_duplicate boolean not null default false,
  -- The contact to call next or now; null: the lead's own number.
  contact_id bigint,
  -- Time zones of the number to call, sorted and joined by '&'; empty: unknown.
  zone_key text not null,
  -- Not to be called before; null: not waiting for a call.
  due_at timestamptz,
  -- The running call, or the last call if its outcome is pending; null otherwise.
  call_id bigint,
  -- Calls to any of its numbers.
  call_tries integer not null default 0,
  -- How many times all of its numbers were tried without success.
  retries integer not null default 0,
  -- The lead's own number does not exist, so only its contacts are called. (For contacts the status says so.)
  number_is_out boolean not null default false,
  -- Outcome of the last call; null before the first outcome.
  last_outcome text,
  -- Null: not evaluated or unknown.
  goal_met boolean,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Rules out inconsistent states.
  check ((status in ('created', 'scheduled', 'rescheduled')) = (due_at is not null)),
  check ((status = 'processing') = (call_id is not null))
);
create unique index leads_number on leads (campaign_id, phone_number) where not is_duplicate;
create index leads_list on leads (user_id, id desc);
create index leads_of_campaign on leads (campaign_id, id desc);
create index leads_by_number on leads (user_id, phone_number);
-- The dialer finds due leads zone by zone.
create index leads_waiting on leads (campaign_id, zone_key, due_at, id) where due_at is not null;
create index leads_processing on leads (campaign_id, call_id) where call_id is not null;

-- Further numbers of a lead, called in order when the previous one did not answer.
create table lead_contacts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  lead_id bigint not null references leads on delete cascade,
  -- From 1.
  position integer not null,
  phone_number text not null,
  variables json not null,
  zone_key text not null,
  status text not null default 'created' check (status in
    ('created', 'scheduled', 'processing', 'completed', 'rescheduled', 'reached-max-retries', 'blacklisted')),
  call_tries integer not null default 0,
  last_outcome text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (lead_id, position)
);
create index lead_contacts_by_number on lead_contacts (user_id, phone_number);

-- The account's do-not-call list.
create table blacklisted_numbers (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  phone_number text not null,
  -- 'request': added by the account; 'call': requested in a call.
  source text not null check (source in ('request', 'call')),
  reason text,
  call_id bigint,
  created_at timestamptz not null default clock_timestamp(),
  unique (user_id, phone_number)
);

-- Rate limit per carrier across processes: when the next call may start.
create table dial_paces (
  -- A provider, or one trunk of an account.
  key text primary key,
  next_at timestamptz not null
);

alter table calls
  -- The called contact; null: the lead's own number.
  add column contact_id bigint,
  -- Cause of a failed call; null if none of these applies or the call has not failed.
  add column failure_cause text check (failure_cause in ('number', 'carrier', 'assistant', 'account', 'process'));
create index calls_of_campaign on calls (campaign_id, id desc) where campaign_id is not null;
create index calls_of_lead on calls (lead_id, id desc) where lead_id is not null;
create index calls_live_of_campaign on calls (campaign_id) where campaign_id is not null and ended_at is null;
-- Guarantees that no lead is called twice at a time.
create unique index calls_live_of_lead on calls (lead_id) where lead_id is not null and ended_at is null;
