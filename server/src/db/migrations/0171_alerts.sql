-- Problems that people have to solve. An alert resolves when its cause is gone.
create table alerts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in (
    'balance_low', 'campaign_paused', 'document_failed', 'endpoint_disabled', 'provider_failed', 'sender_problem')),
  -- The id of the object within its kind; the name of a model or voice for `provider_failed`.
  object_id text not null,
  object_name text not null,
  parent_id text,
  message text not null,
  count integer not null default 1,
  opened_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  dismissed_at timestamptz,
  resolved_at timestamptz,
  mail_at timestamptz,
  mail_attempts integer not null default 0,
  mailed_at timestamptz
);
comment on column alerts.parent_id is 'The knowledgebase of a document; otherwise null.';
comment on column alerts.mail_at is 'When to send its email next; null if there is nothing to send.';
create unique index alerts_open on alerts (user_id, kind, object_id) where resolved_at is null;
create index alerts_list on alerts (user_id, id desc);
create index alerts_to_mail on alerts (mail_at) where mail_at is not null;
create index alerts_mailed on alerts (user_id, mailed_at) where mailed_at is not null;

create table alert_settings (
  user_id bigint primary key references users (id) on delete cascade,
  -- Channels that are switched off, as `<kind>:<channel>`.
  muted text[] not null default '{}',
  -- Empty for the address of the account.
  emails text[] not null default '{}'
);
alter table users add column low_balance_micros bigint not null default 5000000 check (low_balance_micros >= 0);

-- Recent failures of vendors, from which `provider_failed` is derived.
create table provider_failures (
  user_id bigint not null references users (id) on delete cascade,
  provider text not null,
  failed_at timestamptz not null default clock_timestamp()
);
create index provider_failures_recent on provider_failures (user_id, provider, failed_at);
create index provider_failures_old on provider_failures (failed_at);

create function alert_channel(account bigint, alert_kind text, channel text) returns boolean stable language sql as $$
  select not exists (select from alert_settings
    where user_id = account and muted && array[alert_kind || ':' || channel])
$$;
comment on function alert_channel is 'Whether alerts of a kind use a channel (console, email, webhook).';

create function open_alert(account bigint, alert_kind text, object text, name text, parent text, words text)
returns void language plpgsql as $$
begin
  insert into alerts (user_id, kind, object_id, object_name, parent_id, message, mail_at)
  values (account, alert_kind, object, name, parent, words,
    case when alert_channel(account, alert_kind, 'email') then clock_timestamp() end)
  on conflict (user_id, kind, object_id) where resolved_at is null do update set
    object_name = excluded.object_name, message = excluded.message, count = alerts.count + 1,
    last_at = clock_timestamp();
end $$;
comment on function open_alert is 'Opens an alert, or counts another occurrence of the open one about this object.';

create function resolve_alert(account bigint, alert_kind text, object text) returns void language plpgsql as $$
begin
  update alerts set resolved_at = clock_timestamp(), mail_at = null
  where user_id = account and kind = alert_kind and object_id = object and resolved_at is null;
end $$;
comment on function resolve_alert is 'Closes the open alert about an object, because its cause is gone.';

create function has_open_alert(account bigint, alert_kind text, object text) returns boolean stable language plpgsql as $$
begin
  return exists (select from alerts
    where user_id = account and kind = alert_kind and object_id = object and resolved_at is null);
end $$;

create function alert_of_balance() returns trigger language plpgsql as $$
begin
  if new.balance_micros < new.low_balance_micros then
    perform open_alert(new.id, 'balance_low', new.id::text, 'Balance', null,
      'The balance is below $' || to_char(new.low_balance_micros / 1000000.0, 'FM999999990.00') || '.');
  else
    perform resolve_alert(new.id, 'balance_low', new.id::text);
  end if;
  return null;
end $$;
create trigger alert_of_balance after update of balance_micros, low_balance_micros on users for each row
  when ((new.balance_micros < new.low_balance_micros) <> (old.balance_micros < old.low_balance_micros))
  execute function alert_of_balance();

create function alert_of_campaign() returns trigger language plpgsql as $$
begin
  if new.status = 'stopped' and new.stop_reason is not null and new.deleted_at is null then
    perform open_alert(new.user_id, 'campaign_paused', new.id::text, new.name, null, new.stop_reason);
  else
    perform resolve_alert(new.user_id, 'campaign_paused', new.id::text);
  end if;
  return null;
end $$;
create trigger alert_of_campaign after update of status, stop_reason, deleted_at on campaigns for each row
  when (new.status is distinct from old.status or new.stop_reason is distinct from old.stop_reason
    or new.deleted_at is distinct from old.deleted_at)
  execute function alert_of_campaign();

create function alert_of_document() returns trigger language plpgsql as $$
begin
  if new.status = 'failed' then
    perform open_alert(new.user_id, 'document_failed', new.id::text, new.name, new.knowledgebase_id::text,
      coalesce(new.error, 'The document could not be read.'));
  else
    perform resolve_alert(new.user_id, 'document_failed', new.id::text);
  end if;
  return null;
end $$;
create trigger alert_of_document after update of status on documents for each row
  when ((new.status = 'failed') <> (old.status = 'failed'))
  execute function alert_of_document();

create function alert_of_sender() returns trigger language plpgsql as $$
begin
  if new.problem is not null or new.quality_rating = 'RED' then
    perform open_alert(new.user_id, 'sender_problem', new.id::text,
      case new.display_name when '' then new.phone_number else new.display_name end, null,
      coalesce(new.problem, 'The carrier rates the quality of this sender as low and may limit its messages.'));
  else
    perform resolve_alert(new.user_id, 'sender_problem', new.id::text);
  end if;
  return null;
end $$;
create trigger alert_of_sender after update of problem, quality_rating on senders for each row
  when (new.problem is distinct from old.problem or new.quality_rating <> old.quality_rating)
  execute function alert_of_sender();

create function alert_of_endpoint() returns trigger language plpgsql as $$
begin
  if new.disabled_at is not null then
    perform open_alert(new.user_id, 'endpoint_disabled', new.id::text, new.url, null,
      case new.disabled_reason when 'gone' then 'The endpoint answered 410 Gone, so nothing is sent to it any more.'
        else 'Deliveries to the endpoint have failed for five days, so nothing is sent to it any more.' end);
  else
    perform resolve_alert(new.user_id, 'endpoint_disabled', new.id::text);
  end if;
  return null;
end $$;
create trigger alert_of_endpoint after update of disabled_at on webhook_targets for each row
  when ((new.disabled_at is null) <> (old.disabled_at is null))
  execute function alert_of_endpoint();

create function end_alert() returns trigger language plpgsql as $$
begin
  perform resolve_alert(old.user_id, tg_argv[0], old.id::text);
  return null;
end $$;
comment on function end_alert is 'Closes the alert about a deleted object; the argument is its kind.';
create trigger end_alert after delete on documents for each row
  when (old.status = 'failed') execute function end_alert('document_failed');
create trigger end_alert after delete on senders for each row execute function end_alert('sender_problem');
create trigger end_alert after delete on webhook_targets for each row
  when (old.disabled_at is not null) execute function end_alert('endpoint_disabled');

create function note_provider_failure(account bigint, failed text, words text) returns void language plpgsql as $$
declare
  recent integer;
  open_id bigint;
begin
  insert into provider_failures (user_id, provider) values (account, failed);
  if has_open_alert(account, 'provider_failed', failed) then
    -- Skips a row that another call is counting in: calls must not wait for each other.
    select id into open_id from alerts
      where user_id = account and kind = 'provider_failed' and object_id = failed and resolved_at is null
      for update skip locked;
    update alerts set count = count + 1, last_at = clock_timestamp(), message = words where id = open_id;
    return;
  end if;
  select count(*) into recent from (
    select from provider_failures where user_id = account and provider = failed
      and failed_at > clock_timestamp() - interval '10 minutes' limit 3) as latest;
  if recent >= 3 then
    perform open_alert(account, 'provider_failed', failed, failed, null, words);
    update alerts set count = recent
      where user_id = account and kind = 'provider_failed' and object_id = failed and resolved_at is null and count = 1;
  end if;
end $$;
comment on function note_provider_failure is 'Counts a failure of a vendor; the third within ten minutes opens an alert.';

create function alert_of_model_call() returns trigger language plpgsql as $$
begin
  if new.error_code is not null then
    perform note_provider_failure(new.user_id, new.model, case new.error_code
      when 'timeout' then 'The vendor did not answer in time.'
      when 'rate-limited' then 'The vendor refuses requests because its rate limit or quota is used up.'
      when 'rejected' then 'The vendor refuses requests. Check the key and the name of the model.'
      when 'malformed' then 'The vendor sent a response that cannot be read.'
      else 'The vendor is unavailable.' end);
  else
    update alerts set resolved_at = clock_timestamp(), mail_at = null
      where user_id = new.user_id and kind = 'provider_failed' and object_id = new.model and resolved_at is null
        and last_at < clock_timestamp() - interval '10 minutes';
  end if;
  return null;
end $$;
create trigger alert_of_failure after insert on model_calls for each row
  when (new.error_code <> 'aborted') execute function alert_of_model_call();
create trigger alert_of_success after insert on model_calls for each row
  when (new.error_code is null and has_open_alert(new.user_id, 'provider_failed', new.model))
  execute function alert_of_model_call();

create function alert_of_call_event() returns trigger language plpgsql as $$
begin
  perform note_provider_failure(call.user_id, coalesce(new.data ->> 'from', new.data ->> 'model', new.data ->> 'part'),
    coalesce(nullif(new.data ->> 'reason', ''), 'The vendor failed during a call.'))
  from calls call where call.id = new.call_id;
  return null;
end $$;
create trigger alert_of_failure after insert on call_events for each row
  when (new.type in ('model-replaced', 'provider-failed')
    and coalesce(new.data ->> 'from', new.data ->> 'model', new.data ->> 'part') is not null)
  execute function alert_of_call_event();

create function report_alert() returns trigger language plpgsql as $$
begin
  -- The deletion of an account resolves its alerts, but its endpoints are gone.
  if not exists (select from users where id = new.user_id) then return null; end if;
  perform record_event(new.user_id, tg_argv[0], new.id::text, null, json_build_object(
    'id', new.id, 'kind', new.kind, 'object_id', new.object_id, 'object_name', new.object_name,
    'message', new.message, 'count', new.count, 'opened_at', iso_timestamp(new.opened_at),
    'resolved_at', iso_timestamp(new.resolved_at)));
  return null;
end $$;
comment on function report_alert is 'An event about an alert; the argument is its type.';
create trigger report_opened after insert on alerts for each row
  when (wants_event(new.user_id, 'alert.opened') and alert_channel(new.user_id, new.kind, 'webhook'))
  execute function report_alert('alert.opened');
create trigger report_resolved after update of resolved_at on alerts for each row
  when (new.resolved_at is not null and old.resolved_at is null and wants_event(new.user_id, 'alert.resolved')
    and alert_channel(new.user_id, new.kind, 'webhook'))
  execute function report_alert('alert.resolved');

create trigger tell_watchers_of_insert after insert on alerts referencing new table as changed
  for each statement execute function tell_watchers('alerts');
create trigger tell_watchers_of_update after update on alerts referencing new table as changed
  for each statement execute function tell_watchers('alerts');
create trigger tell_watchers_of_delete after delete on alerts referencing old table as changed
  for each statement execute function tell_watchers('alerts');

-- Causes that exist already, without emails.
insert into alerts (user_id, kind, object_id, object_name, message)
select user_id, 'campaign_paused', id::text, name, stop_reason from campaigns
where status = 'stopped' and stop_reason is not null and deleted_at is null;
insert into alerts (user_id, kind, object_id, object_name, parent_id, message)
select user_id, 'document_failed', id::text, name, knowledgebase_id::text, coalesce(error, 'The document could not be read.')
from documents where status = 'failed';
insert into alerts (user_id, kind, object_id, object_name, message)
select user_id, 'endpoint_disabled', id::text, url, 'Deliveries to the endpoint failed, so nothing is sent to it any more.'
from webhook_targets where disabled_at is not null;
insert into alerts (user_id, kind, object_id, object_name, message)
select user_id, 'sender_problem', id::text, case display_name when '' then phone_number else display_name end, problem
from senders where problem is not null;
insert into alerts (user_id, kind, object_id, object_name, message)
select id, 'balance_low', id::text, 'Balance', 'The balance is below $5.00.' from users where balance_micros < low_balance_micros;
