-- Calls that are dialed at a later time.
alter table calls add column scheduled_at timestamptz;
-- Time zones in which the legal hours must allow a scheduled call, joined by &; null if hours are not checked.
alter table calls add column zone_key text;
alter table calls add column allows_parallel boolean not null default false;
-- Requested by the customer in a call or chat.
alter table calls add column is_callback boolean not null default false;

alter table calls drop constraint calls_status_check;
alter table calls add constraint calls_status_check check (status in (
  'scheduled', 'initiated', 'ringing', 'in-progress', 'completed', 'ended_by_customer', 'ended_by_assistant', 'busy',
  'no-answer', 'failed', 'canceled'));
alter table calls drop constraint calls_check;
alter table calls add constraint calls_check
  check ((status in ('scheduled', 'initiated', 'ringing', 'in-progress')) = (ended_at is null));
alter table calls drop constraint calls_check2;
alter table calls add constraint calls_check2
  check (status not in ('scheduled', 'initiated', 'ringing', 'busy', 'no-answer', 'canceled') or answered_at is null);
alter table calls add constraint calls_scheduled_check check (status <> 'scheduled' or scheduled_at is not null);

create index calls_scheduled on calls (scheduled_at) where status = 'scheduled';
-- Scheduled calls have no process for days, so calls_live no longer finds the few that wait to be dialed now.
create index calls_waiting on calls (id) where status = 'initiated' and process_id is null and ended_at is null;
