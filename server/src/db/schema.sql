-- The schema after all migrations, for new installations and for readers. Generated: change it with a migration, then run
-- `node scripts/checks/schema/schema.process.ts --write`.

-- Functions may name tables that follow.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION alert_channel(account bigint, alert_kind text, channel text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select not exists (select from alert_settings
    where user_id = account and muted && array[alert_kind || ':' || channel])
$function$;
comment on function alert_channel(bigint,text,text) is 'Whether alerts of a kind use a channel (console, email, webhook).';

CREATE OR REPLACE FUNCTION alert_of_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.balance_micros < new.low_balance_micros then
    perform open_alert(new.id, 'balance_low', new.id::text, 'Balance', null,
      'The balance is below $' || to_char(new.low_balance_micros / 1000000.0, 'FM999999990.00') || '.');
  else
    perform resolve_alert(new.id, 'balance_low', new.id::text);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION alert_of_call_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_provider_failure(call.user_id, coalesce(new.data ->> 'from', new.data ->> 'model', new.data ->> 'part'),
    coalesce(nullif(new.data ->> 'reason', ''), 'The vendor failed during a call.'))
  from calls call where call.id = new.call_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION alert_of_campaign()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status = 'stopped' and new.stop_reason is not null and new.deleted_at is null then
    perform open_alert(new.user_id, 'campaign_paused', new.id::text, new.name, null, new.stop_reason);
  else
    perform resolve_alert(new.user_id, 'campaign_paused', new.id::text);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION alert_of_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status = 'failed' then
    perform open_alert(new.user_id, 'document_failed', new.id::text, new.name, new.knowledgebase_id::text,
      coalesce(new.error, 'The document could not be read.'));
  else
    perform resolve_alert(new.user_id, 'document_failed', new.id::text);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION alert_of_endpoint()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.disabled_at is not null then
    perform open_alert(new.user_id, 'endpoint_disabled', new.id::text, substring(new.url from '//([^/?#]+)'), null,
      case new.disabled_reason when 'gone' then 'The endpoint answered 410 Gone, so nothing is sent to it any more.'
        else 'Deliveries to the endpoint have failed for five days, so nothing is sent to it any more.' end);
  else
    perform resolve_alert(new.user_id, 'endpoint_disabled', new.id::text);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION alert_of_model_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION alert_of_sender()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.problem is not null or new.quality_rating = 'RED' then
    perform open_alert(new.user_id, 'sender_problem', new.id::text,
      case new.display_name when '' then new.phone_number else new.display_name end, null,
      coalesce(new.problem, 'The carrier rates the quality of this sender as low and may limit its messages.'));
  else
    perform resolve_alert(new.user_id, 'sender_problem', new.id::text);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION apply_inactivity_timeout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into timeout_changes (user_id, assistant_id) values (new.user_id, new.id);
  return null;
end $function$;
comment on function apply_inactivity_timeout() is 'A shorter timeout is queued, and applied to the assistant''s conversations in batches. A longer one counts from the next check.';

CREATE OR REPLACE FUNCTION begin_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select inactivity_end(new.active_at, conversation_inactivity_timeout) into new.end_check_at
    from assistants where id = new.assistant_id;
  return new;
end $function$;
comment on function begin_conversation() is 'A new conversation is checked when it would end.';

CREATE OR REPLACE FUNCTION begin_reading()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into inbox_readers (user_id, person_id, read_until)
  values (new.user_id, new.person_id, (select coalesce(max(id), 0) from messages)) on conflict do nothing;
  return null;
end $function$;
comment on function begin_reading() is 'A new member starts with everything read.';

CREATE OR REPLACE FUNCTION change_answerer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.ai_enabled then
    new.waiting_since := null;
    new.handed_off_by := null;
    if new.inbox_status <> 'closed' then
      new.assigned_person_id := null;
      new.assigned_group_id := null;
    end if;
  else
    new.inbox_status := 'open';
    new.snoozed_until := null;
    new.waiting_since := coalesce(new.waiting_since, (
      select min(asked.created_at) from messages asked
      where asked.conversation_id = new.id and asked.author = 'customer' and asked.id > coalesce((
        select max(answer.id) from messages answer
        where answer.conversation_id = new.id and answer.author <> 'customer'), 0)));
  end if;
  return new;
end $function$;
comment on function change_answerer() is 'Taking over opens a conversation; giving it back to the assistant ends the wait and the assignment.';

CREATE OR REPLACE FUNCTION change_conversation_assistant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.end_check_at := (
    select greatest(inactivity_end(new.active_at, conversation_inactivity_timeout), clock_timestamp())
    from assistants where id = new.assistant_id);
  return new;
end $function$;
comment on function change_conversation_assistant() is 'Another assistant has another timeout; an end that would be in the past is now.';

CREATE OR REPLACE FUNCTION changed_fields(before jsonb, after jsonb, kind text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('field', field,
      'before', case when is_secret_field(field) then 'null'::jsonb else shown_value(before -> field, shown_as) end,
      'after', case when is_secret_field(field) then 'null'::jsonb else shown_value(after -> field, shown_as) end,
      'is_secret', is_secret_field(field)) order by field), '[]')
  from jsonb_object_keys(coalesce(after, before)) as fields (field)
  cross join lateral (
    select case when kind = 'webhook_endpoint' and field = 'url' then 'webhook_url' else field end as shown_as) as shown
  where coalesce(before -> field, 'null') <> coalesce(after -> field, 'null')
    and (before is not null or after -> field not in ('[]', '{}', '""'))
$function$;

CREATE OR REPLACE FUNCTION confirm_conversation_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ends_at timestamptz(3);
begin
  select inactivity_end(new.active_at, conversation_inactivity_timeout) into ends_at
    from assistants where id = new.assistant_id for share;
  if new.end_check_at is distinct from ends_at then
    update conversations set end_check_at = ends_at where user_id = new.user_id and id = new.id;
  end if;
  return null;
end $function$;
comment on function confirm_conversation_end() is 'A concurrent change of the timeout would miss a new conversation, so this locks the assistant and computes again.';

CREATE OR REPLACE FUNCTION continue_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.active_at := clock_timestamp();
  if new.ended_at is not null then
    select null, inactivity_end(new.active_at, conversation_inactivity_timeout)
      into new.ended_at, new.end_check_at
      from assistants where id = new.assistant_id and (conversation_ended_retrigger or not exists (
        select from messages where conversation_id = new.id and role = 'user' and messages.id <= (
          select max(last_message_id) from conversation_ends where conversation_id = new.id)));
    if not found then
      new.ended_at := old.ended_at;
    end if;
  end if;
  return new;
end $function$;
comment on function continue_conversation() is 'Every message increments message_count: it postpones the end, and begins an ended conversation again if it may end twice or the customer had written nothing.';

CREATE OR REPLACE FUNCTION count_visitor_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into visitor_spend as spend (user_id, assistant_id, day, spent_micros)
  select user_id, assistant_id, (clock_timestamp() at time zone 'UTC')::date, greatest(0, new.amount_micros)
  from calls where id = new.call_id and visitor_reserve_micros is not null and assistant_id is not null
  on conflict (assistant_id, day) do update
    set spent_micros = greatest(0, spend.spent_micros + new.amount_micros);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION customer_key(account bigint, identity text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  own text := number_key(identity);
begin
  return coalesce(
    (select known.customer_key from customer_aliases known where known.user_id = account and known.alias = own), own);
end $function$;
comment on function customer_key(bigint,text) is 'The customer that an identity belongs to: the identity itself, or the one it was linked to.';

CREATE OR REPLACE FUNCTION customer_phones(account bigint, identity text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  select unnest(number_spellings(known.alias)) from (
    select customer_key(account, identity) as alias
    union
    select aliases.alias from customer_aliases aliases
    where aliases.user_id = account and aliases.customer_key = customer_key(account, identity)) known
  where known.alias like '+%'
$function$;
comment on function customer_phones(bigint,text) is 'All phone numbers of a customer.';

CREATE OR REPLACE FUNCTION end_alert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform resolve_alert(old.user_id, tg_argv[0], old.id::text);
  return null;
end $function$;
comment on function end_alert() is 'Closes the alert about a deleted object; the argument is its kind.';

CREATE OR REPLACE FUNCTION end_calls_of_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update calls set hang_up_at = coalesce(hang_up_at, clock_timestamp())
  where session_id = old.id and user_id = old.user_id and ended_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION end_when_required()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform end_without_second_factor(new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION end_when_turned_off()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform end_without_second_factor(users.id)
  from memberships join users on users.id = memberships.user_id
  where memberships.person_id = old.person_id and users.requires_second_factor;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION end_without_second_factor(account bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('parley_changes', account || ' api_keys')
  where exists (
    select from watched_accounts as watched
    where watched.user_id = account and watched.until > clock_timestamp());
  update calls set hang_up_at = coalesce(hang_up_at, clock_timestamp())
  from tokens
  where calls.user_id = account and calls.session_id = tokens.id and calls.ended_at is null
    and tokens.user_id = account and not tokens.is_provider_login and not exists (
      select from second_factors where second_factors.person_id = tokens.person_id and confirmed_at is not null);
end $function$;

CREATE OR REPLACE FUNCTION event_assistant(assistant bigint)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select json_build_object('id', id, 'uuid', uuid, 'name', name) from assistants where id = assistant
$function$;
comment on function event_assistant(bigint) is 'An assistant in the data of an event.';

CREATE OR REPLACE FUNCTION event_campaign(campaign bigint)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select json_build_object('id', id, 'name', name) from campaigns where id = campaign
$function$;
comment on function event_campaign(bigint) is 'A campaign in the data of an event.';

CREATE OR REPLACE FUNCTION follow_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.author = 'customer' then
    with before as (
      select id, inbox_status = 'closed' or inbox_status = 'snoozed' and snoozed_until > clock_timestamp() as is_hidden
      from conversations talk
      where talk.user_id = new.user_id and talk.id = new.conversation_id and (talk.inbox_status <> 'open'
        or talk.waiting_since is null and not (talk.ai_enabled and talk.assistant_id is not null))
      for no key update),
    event as (
      insert into conversation_events (user_id, conversation_id, kind)
      select new.user_id, id, 'reopened' from before where is_hidden)
    update conversations talk set
      -- The assistant answers again, so the people of the last time are not responsible.
      assigned_person_id = case when talk.inbox_status = 'closed' and talk.ai_enabled and talk.assistant_id is not null
        then null else talk.assigned_person_id end,
      assigned_group_id = case when talk.inbox_status = 'closed' and talk.ai_enabled and talk.assistant_id is not null
        then null else talk.assigned_group_id end,
      inbox_status = 'open', snoozed_until = null,
      waiting_since = case when talk.waiting_since is null and not (talk.ai_enabled and talk.assistant_id is not null)
        then new.created_at else talk.waiting_since end
    from before where talk.user_id = new.user_id and talk.id = before.id;
  else
    with before as (
      select id, not ai_enabled and assigned_person_id is null and new.person_id is not null as is_taken
      from conversations talk
      where talk.user_id = new.user_id and talk.id = new.conversation_id and (talk.waiting_since is not null
        or not talk.ai_enabled and talk.assigned_person_id is null and new.person_id is not null)
      for no key update),
    event as (
      insert into conversation_events (user_id, conversation_id, kind, person_id, author_name, assignee_name)
      select new.user_id, before.id, 'assigned', people.id, people.name, people.name
      from before join people on people.id = new.person_id where is_taken)
    update conversations talk set waiting_since = null,
      assigned_person_id = case when talk.ai_enabled then talk.assigned_person_id
        else coalesce(talk.assigned_person_id, new.person_id) end
    from before where talk.user_id = new.user_id and talk.id = before.id;
  end if;
  return null;
end $function$;
comment on function follow_message() is 'Customers reopen conversations and wait for a person; a teammate''s answer ends the wait and assigns the conversation.';

CREATE OR REPLACE FUNCTION forget_changed_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from search_documents using (select distinct conversation_id from changed) gone
    where kind = 'conversation' and source_id = gone.conversation_id;
  insert into search_queue (user_id, kind, source_id)
    select distinct user_id, 'conversation', conversation_id from changed;
  return null;
end $function$;
comment on function forget_changed_messages() is 'The conversation is not found until it is indexed again, because the message may have been deleted for privacy.';

CREATE OR REPLACE FUNCTION forget_deleted_notes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from search_documents using (select distinct conversation_id from changed) gone
    where kind = 'conversation' and source_id = gone.conversation_id and part < 0;
  insert into search_queue (user_id, kind, source_id)
    select distinct user_id, 'conversation', conversation_id from changed;
  return null;
end $function$;
comment on function forget_deleted_notes() is 'A deleted note is no longer found. The other notes of the conversation are indexed again.';

CREATE OR REPLACE FUNCTION forget_deleted_sources()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from search_documents using gone where kind = tg_argv[0] and source_id = gone.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION forget_edited_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from search_documents where kind = 'conversation' and source_id = new.conversation_id;
  insert into search_queue (user_id, kind, source_id) values (new.user_id, 'conversation', new.conversation_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION forget_hidden_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from search_documents where kind = 'call' and source_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION forget_leads_of_campaign()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from search_documents using leads
    where leads.campaign_id = new.id and search_documents.kind = 'lead' and search_documents.source_id = leads.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION has_open_alert(account bigint, alert_kind text, object text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (select from alerts
    where user_id = account and kind = alert_kind and object_id = object and resolved_at is null);
end $function$;

CREATE OR REPLACE FUNCTION inactivity_end(active_at timestamp with time zone, timeout_minutes integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (active_at + make_interval(mins => timeout_minutes));
comment on function inactivity_end(timestamp with time zone,integer) is 'When a conversation without further messages ends; null without a timeout. All functions and statements use it.';

CREATE OR REPLACE FUNCTION is_blacklisted(account bigint, identity text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  own text := number_key(identity);
begin
  return exists (select from blacklisted_numbers listed
      where listed.user_id = account and listed.phone_number = any(number_spellings(own)))
    or exists (
      select from customer_aliases mine
      join customer_aliases known on known.user_id = account and known.customer_key = mine.customer_key
      join blacklisted_numbers listed on listed.user_id = account
        and listed.phone_number = any(number_spellings(known.alias) || number_spellings(known.customer_key))
      where mine.user_id = account and (mine.alias = own or mine.customer_key = own));
end $function$;
comment on function is_blacklisted(bigint,text) is 'Whether a customer, by any of their numbers in any spelling or by their channel id, is on the account''s do-not-call list.';

CREATE OR REPLACE FUNCTION is_closed_by_stop(account bigint, identity text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(bool_and(listed.source = 'message'), false)
  from (
    select customer_key(account, identity) as alias
    union
    select aliases.alias from customer_aliases aliases
    where aliases.user_id = account and aliases.customer_key = customer_key(account, identity)) known
  join blacklisted_numbers listed on listed.user_id = account and listed.phone_number = any(number_spellings(known.alias))
$function$;
comment on function is_closed_by_stop(bigint,text) is 'Whether a customer is on the do-not-call list only because of their STOP.';

CREATE OR REPLACE FUNCTION is_process_alive(process uuid)
 RETURNS boolean
 LANGUAGE sql
AS $function$
  select exists (
    select from processes
    where id = process and (
      beat_at > clock_timestamp() - interval '2 seconds'
      or exists (
        select from pg_locks
        where locktype = 'advisory' and classid = 726351 and objid = lock_number and objsubid = 2
          and database = (select oid from pg_database where datname = current_database()))))
$function$;
comment on function is_process_alive(uuid) is 'It holds its lock or sent a heartbeat recently: a short disconnection does not count as death.';

CREATE OR REPLACE FUNCTION is_secret_field(field text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select lower(field) ~ '(sealed|secret|token|hash|password|passphrase|credential|headers|cookie|bearer|authorization|(webhook|api|access|private)[^a-z]?key)'
$function$;
comment on function is_secret_field(text) is 'Fields whose values are never written to the audit log.';

CREATE OR REPLACE FUNCTION is_unreachable(account bigint, identity text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from opt_outs word where word.user_id = account
      and word.customer_key = customer_key(account, identity) and word.opted_out)
    or is_blacklisted(account, identity)
$function$;
comment on function is_unreachable(bigint,text) is 'Whether messages and calls to an identity are refused: opted out, or on the do-not-call list.';

CREATE OR REPLACE FUNCTION iso_timestamp(value timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN to_char((value AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'::text);
comment on function iso_timestamp(timestamp with time zone) is 'ISO 8601 in UTC with microseconds, as in the contract.';

CREATE OR REPLACE FUNCTION keep_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A deleted account takes its entries along; a retention job sets parley.retention in its transaction.
  if tg_op = 'DELETE' then
    if current_setting('parley.retention', true) = 'on'
      or not exists (select from users where id = old.user_id) then
      return old;
    end if;
  end if;
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION keep_known_mcp_servers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  known bigint[] := array(
    select server.id from mcp_servers server
    where server.user_id = new.user_id and server.id in (
      select unnest(new.mcp_server_ids)
      union select (entry->>'server_id')::bigint from json_array_elements(new.mcp_tools) entry)
    for key share);
begin
  new.mcp_server_ids := array(
    select id from unnest(new.mcp_server_ids) with ordinality as wanted (id, position)
    where id = any(known) order by position);
  new.mcp_tools := (
    select coalesce(json_agg(entry order by position), '[]')
    from json_array_elements(new.mcp_tools) with ordinality as wanted (entry, position)
    where (entry->>'server_id')::bigint = any(known));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION keep_known_tools()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.tool_ids := array(
    select known.id from unnest(new.tool_ids) with ordinality as wanted (id, position)
    join tools known on known.id = wanted.id and known.user_id = new.user_id
    order by wanted.position for key share of known);
  return new;
end $function$;
comment on function keep_known_tools() is 'An assistant saved while one of its tools is deleted does not keep the tool''s id: the lock serializes both.';

CREATE OR REPLACE FUNCTION link_customers(account bigint, first text, second text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  kept text := customer_key(account, first);
  gone text := customer_key(account, second);
begin
  if kept = gone then return; end if;
  -- Serialized per account, so that no two aliases point to each other.
  perform pg_advisory_xact_lock(hashtextextended('link_customers:' || account, 0));
  kept := customer_key(account, first);
  gone := customer_key(account, second);
  if kept = gone then return; end if;
  for attempt in 1 .. 10 loop
    begin
      -- Of two threads of one customer the later one continues.
      update conversations talk set customer_key = null
      from conversations other
      where talk.type = 'msgapp' and talk.customer_key in (kept, gone)
        and talk.sender_id in (select id from senders where user_id = account)
        and other.type = 'msgapp' and other.sender_id = talk.sender_id
        and other.customer_key in (kept, gone) and other.customer_key <> talk.customer_key
        and (other.updated_at, other.id) > (talk.updated_at, talk.id);
      update conversations set customer_key = kept,
        customer_phone = coalesce(customer_phone,
          case when first like '+%' then first when second like '+%' then second end),
        customer_identifier = coalesce(customer_identifier,
          case when first not like '+%' then first when second not like '+%' then second end)
      where type = 'msgapp' and customer_key in (kept, gone)
        and sender_id in (select id from senders where user_id = account);
      exit;
    exception when unique_violation then
      -- Another transaction has changed which thread is later, or opened one, and committed. The next attempt sees it.
      if attempt = 10 then raise; end if;
    end;
  end loop;
  insert into channel_customers as known (sender_id, customer_key, user_id, last_message_at, address, attachments_on,
    attachment_bytes)
  select sender_id, kept, user_id, last_message_at, address, attachments_on, attachment_bytes
  from channel_customers
  where customer_key = gone and sender_id in (select id from senders where user_id = account)
  on conflict (sender_id, customer_key) do update set
    address = case when excluded.last_message_at > known.last_message_at then excluded.address else known.address end,
    last_message_at = greatest(known.last_message_at, excluded.last_message_at),
    attachments_on = greatest(known.attachments_on, excluded.attachments_on),
    attachment_bytes = greatest(known.attachment_bytes, excluded.attachment_bytes);
  delete from channel_customers
  where customer_key = gone and sender_id in (select id from senders where user_id = account);
  -- The later opt-out or opt-in applies. Its row is moved, because a new one would be reported again.
  delete from opt_outs earlier using opt_outs later
  where earlier.user_id = account and earlier.customer_key in (kept, gone)
    and later.user_id = account and later.customer_key in (kept, gone) and later.customer_key <> earlier.customer_key
    and (later.changed_at, later.customer_key = gone) > (earlier.changed_at, earlier.customer_key = gone);
  update opt_outs set customer_key = kept where user_id = account and customer_key = gone;
  update customer_aliases set customer_key = kept where user_id = account and customer_key = gone;
  insert into customer_aliases (user_id, alias, customer_key) values (account, gone, kept);
end $function$;
comment on function link_customers(bigint,text,text) is 'Two identities turn out to be one customer: threads, opt-outs and lists become one.';

CREATE OR REPLACE FUNCTION mark_stopped()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.is_stopped := new.status = 'blacklisted' and is_closed_by_stop(new.user_id, new.phone_number);
  return new;
end $function$;
comment on function mark_stopped() is 'Marks a lead or contact that a STOP closed, so that a START brings it back, and removes the mark when it is open again.';

CREATE OR REPLACE FUNCTION move_customer(account bigint, before text, after text, moved_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('link_customers:' || account, 0));
  if customer_key(account, before) <> customer_key(account, after) and exists (
    select from channel_customers
    where user_id = account and customer_key = customer_key(account, before) and last_message_at > moved_at)
  then return false; end if;
  -- The old identity must not remain the key.
  delete from customer_aliases
  where user_id = account and alias = number_key(after) and customer_key = number_key(before);
  perform link_customers(account, after, before);
  update conversations set
    customer_identifier = case when after not like '+%' then after else customer_identifier end,
    customer_phone = case when number_key(customer_phone) <> number_key(before) then customer_phone
      when after like '+%' then after end
  where user_id = account and type = 'msgapp' and customer_key = customer_key(account, after)
    and (number_key(customer_phone) = number_key(before) or customer_identifier = before);
  update channel_customers set address = after
  where user_id = account and customer_key = customer_key(account, after)
    and number_key(address) = number_key(before);
  if before like '+%' then
    delete from customer_aliases where user_id = account and alias = number_key(before);
  end if;
  return true;
end $function$;
comment on function move_customer(bigint,text,text,timestamp with time zone) is 'A customer changed their number or id: threads, windows and opt-outs follow.';

CREATE OR REPLACE FUNCTION note_provider_failure(account bigint, failed text, words text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;
comment on function note_provider_failure(bigint,text,text) is 'Counts a failure of a vendor; the third within ten minutes opens an alert.';

CREATE OR REPLACE FUNCTION number_key(identity text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE COST 1
AS $function$
begin
  -- Numbers of other countries have one spelling.
  if identity not like '+5%' then return identity; end if;
  return case
    when identity ~ '^\+521\d{10}$' then '+52' || substr(identity, 5)
    when identity ~ '^\+549\d{10}$' then '+54' || substr(identity, 5)
    when identity ~ '^\+55[1-9]\d[6-9]\d{7}$' then '+55' || substr(identity, 4, 2) || '9' || substr(identity, 6)
    else identity end;
end $function$;
comment on function number_key(text) is 'One key for all spellings of a phone number, for example with and without the Mexican 1.';

CREATE OR REPLACE FUNCTION number_spellings(key text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE COST 1
AS $function$
begin
  if key not like '+5%' then return array[key]; end if;
  return case
    when key ~ '^\+52\d{10}$' then array[key, '+521' || substr(key, 4)]
    when key ~ '^\+54\d{10}$' then array[key, '+549' || substr(key, 4)]
    when key ~ '^\+55[1-9]\d9[6-9]\d{7}$' then array[key, '+55' || substr(key, 4, 2) || substr(key, 7)]
    else array[key] end;
end $function$;
comment on function number_spellings(text) is 'All spellings of the number with this key.';

CREATE OR REPLACE FUNCTION open_alert(account bigint, alert_kind text, object text, name text, parent text, words text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into alerts (user_id, kind, object_id, object_name, parent_id, message, mail_at)
  values (account, alert_kind, object, name, parent, words,
    case when alert_channel(account, alert_kind, 'email') then clock_timestamp() end)
  on conflict (user_id, kind, object_id) where resolved_at is null do update set
    object_name = excluded.object_name, message = excluded.message, count = alerts.count + 1,
    last_at = clock_timestamp();
end $function$;
comment on function open_alert(bigint,text,text,text,text,text) is 'Opens an alert, or counts another occurrence of the open one about this object.';

CREATE OR REPLACE FUNCTION phone_number_type_label(type text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE type WHEN 'normal'::text THEN 'Dedicated Number'::text WHEN 'sip'::text THEN 'SIP'::text ELSE 'Caller ID'::text END;
comment on function phone_number_type_label(text) is 'The label of a number''s type in answers.';

CREATE OR REPLACE FUNCTION plain_timestamp(value timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN to_char((value AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD HH24:MI:SS'::text);
comment on function plain_timestamp(timestamp with time zone) is '`YYYY-MM-DD HH:MM:SS` in UTC.';

CREATE OR REPLACE FUNCTION queue_calls_of_transcripts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (user_id, kind, source_id)
    select distinct calls.user_id, 'call', calls.id from changed join calls on calls.id = changed.call_id
    where calls.ended_at is not null;
  return null;
end $function$;
comment on function queue_calls_of_transcripts() is 'A running call is indexed when it ends.';

CREATE OR REPLACE FUNCTION queue_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (user_id, kind, source_id) values (new.user_id, 'conversation', new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION queue_conversations_of_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (user_id, kind, source_id)
    select distinct user_id, 'conversation', conversation_id from changed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION queue_conversations_of_notes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (user_id, kind, source_id)
    select distinct user_id, 'conversation', conversation_id from changed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION queue_ended_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (user_id, kind, source_id) values (new.user_id, 'call', new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION queue_lead()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (user_id, kind, source_id) values (new.user_id, 'lead', new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION queue_lead_of_contact()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (user_id, kind, source_id) values (new.user_id, 'lead', new.lead_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION queue_leads_of_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (user_id, kind, source_id) select distinct user_id, 'lead', lead_id from changed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION queue_new_leads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (user_id, kind, source_id) select user_id, 'lead', id from changed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION queue_new_sms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (user_id, kind, source_id) select user_id, 'sms', id from changed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION record_blacklist()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  entry record;
begin
  -- Customers who opt out are in the list itself, with the source.
  if coalesce(nullif(current_setting('parley.actor', true), ''), '{}')::jsonb ->> 'kind' in ('person', 'api_key', 'terminal') is not true then
    return null;
  end if;
  for entry in
    select user_id, count(*) as numbers, min(phone_number) as number, min(id)::text as id from changed group by user_id
  loop
    perform write_audit(entry.user_id, tg_argv[0], 'do_not_call_number',
      case entry.numbers when 1 then entry.id end,
      case entry.numbers when 1 then entry.number else entry.numbers || ' numbers' end);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION record_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  kind text := tg_argv[0];
  ignored text[] := array['id', 'user_id', 'uuid', 'created_at', 'updated_at'] || tg_argv[3]::text[];
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole jsonb := coalesce(after, before);
  action text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end;
  name text := whole ->> tg_argv[2];
  changes jsonb := '[]';
begin
  if action = 'updated' and whole ->> 'deleted_at' is not null then
    if before ->> 'deleted_at' is not null then return null; end if;
    action := 'deleted';
  end if;
  if action <> 'deleted' then
    changes := changed_fields(before - ignored, after - ignored, kind);
    if action = 'updated' and changes = '[]' then return null; end if;
  end if;
  name := case kind
    when 'member' then (select people.name from people where people.id = (whole ->> 'person_id')::bigint)
    when 'widget' then (select assistants.name from assistants where assistants.id = (whole ->> 'assistant_id')::bigint)
    when 'webhook_endpoint' then shown_url(name, is_path_shown => false)
    when 'inbox_group_member' then (select people.name from people where people.id = (whole ->> 'person_id')::bigint)
    else name
  end;
  perform write_audit((whole ->> case kind when 'account' then 'id' else 'user_id' end)::bigint,
    action, kind, whole ->> tg_argv[1], name, changes);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION record_event(account bigint, event text, subject text, assistant bigint, data json, happened timestamp with time zone DEFAULT clock_timestamp())
 RETURNS bigint[]
 LANGUAGE plpgsql
AS $function$
declare
  endpoint webhook_targets;
  endpoints bigint[] := '{}';
begin
  for endpoint in
    select * from webhook_targets target
    where target.user_id = account and target.is_active and target.events && array[event, '*'] order by target.id
  loop
    perform deliver_event(endpoint, event, subject, assistant, data, happened);
    endpoints := endpoints || endpoint.id;
  end loop;
  return endpoints;
end $function$;
comment on function record_event(bigint,text,text,bigint,json,timestamp with time zone) is 'Inserts a delivery for each active endpoint that is subscribed to the event; returns their ids. Dispatchers find it by polling.';

CREATE OR REPLACE FUNCTION record_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  account bigint;
  changes jsonb := changed_fields(
    jsonb_build_object('name', old.name, 'email', old.email), jsonb_build_object('name', new.name, 'email', new.email));
begin
  for account in select user_id from memberships where person_id = new.id order by user_id loop
    if changes <> '[]' then
      perform write_audit(account, 'updated', 'member', new.id::text, new.name, changes, new.id);
    end if;
    if old.password_hash <> new.password_hash then
      perform write_audit(account, 'password_changed', 'member', new.id::text, new.name, self => new.id);
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION record_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  person bigint := coalesce(new.person_id, old.person_id);
begin
  perform write_audit(user_id, case tg_op when 'DELETE' then 'second_factor_off' else 'second_factor_on' end,
    'member', person::text, people.name, self => person)
  from memberships join people on people.id = memberships.person_id where memberships.person_id = person;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION record_token()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  token tokens := coalesce(new, old);
  actor jsonb := coalesce(nullif(current_setting('parley.actor', true), ''), '{}')::jsonb;
  is_own boolean := actor ->> 'token_id' = token.id::text;
  type text := case token.kind when 'session' then 'session' else 'api_key' end;
begin
  if token.kind = 'api-key' and tg_op <> 'UPDATE' then
    perform write_audit(token.user_id, case tg_op when 'INSERT' then 'created' else 'deleted' end, type,
      token.id::text, token.name,
      case tg_op when 'INSERT' then changed_fields(null, jsonb_build_object('role', token.role, 'expires_at', token.expires_at)) else '[]' end);
  -- Sessions that end with a password or a membership are not listed one by one.
  elsif token.kind = 'session' and (tg_op = 'INSERT' or is_own) then
    perform write_audit(token.user_id, case tg_op when 'DELETE' then 'signed_out' else 'signed_in' end, type,
      token.id::text, null, self => token.person_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION render_assistant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- An empty list_json asks for rendering only: the assistant is not edited.
  if tg_op = 'UPDATE' and new.list_json <> '' then
    new.updated_at := clock_timestamp();
  end if;
  new.list_json := null;
  select left(fixed::text, -1) || ',' || columns.members || '}' into new.list_json
  from
    (select row_to_json(shown) as fixed from (
      select
        1 as instance_id, null as engine_id, null as synthesizer_id, null as transcriber_id,
        null as flows_platform_id,
        (select row_to_json(spoken) from
          (select id, name, iso_2 from languages where id = new.language_id) spoken) as language,
        iso_timestamp(new.deleted_at) as deleted_at, iso_timestamp(new.created_at) as created_at,
        iso_timestamp(new.updated_at) as updated_at) shown) answer,
    (select string_agg(to_json(key) || ':' || case
        when attribute.atttypid = 'numeric'::regtype then '"' || value || '"'
        when key in ('fillers', 'end_call_on_voicemail') then case value::text when 'true' then '1' else '0' end
        else value::text
      end, ',') as members
    from json_each(row_to_json(new)) as member (key, value)
    join pg_attribute attribute on attribute.attrelid = tg_relid and attribute.attname = key
    where key not in ('list_json', 'deleted_at', 'created_at', 'updated_at')) columns;
  return new;
end $function$;
comment on function render_assistant() is 'Stores the answer of the assistant with the assistant, so that lists need not build it: every column but list_json, decimals as text.';

CREATE OR REPLACE FUNCTION report_alert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The deletion of an account resolves its alerts, but its endpoints are gone.
  if not exists (select from users where id = new.user_id) then return null; end if;
  perform record_event(new.user_id, tg_argv[0], new.id::text, null, json_build_object(
    'id', new.id, 'kind', new.kind, 'object_id', new.object_id, 'object_name', new.object_name,
    'message', new.message, 'count', new.count, 'opened_at', iso_timestamp(new.opened_at),
    'resolved_at', iso_timestamp(new.resolved_at)));
  return null;
end $function$;
comment on function report_alert() is 'An event about an alert; the argument is its type.';

CREATE OR REPLACE FUNCTION report_call_started()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_event(new.user_id, 'call.started', new.id::text, new.assistant_id, event_call(new));
  return null;
end $function$;
comment on function report_call_started() is 'call.started: a call was answered.';

CREATE OR REPLACE FUNCTION report_call_transferred()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_event(new.user_id, 'call.transferred', call.id::text, call.assistant_id, json_build_object(
    'call', event_call(call), 'kind', new.data -> 'kind', 'target', new.data -> 'target',
    'outcome', new.data -> 'outcome', 'reason', new.data -> 'reason', 'at_ms', new.at_ms))
  from calls call where call.id = new.call_id;
  return null;
end $function$;
comment on function report_call_transferred() is 'call.transferred: an attempt to transfer a call has succeeded or failed.';

CREATE OR REPLACE FUNCTION report_campaign()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_event(new.user_id, tg_argv[0], new.id::text, new.assistant_id, json_build_object(
    'id', new.id, 'name', new.name, 'status', new.status, 'stop_reason', new.stop_reason,
    'assistant', event_assistant(new.assistant_id)));
  return null;
end $function$;
comment on function report_campaign() is 'An event about a campaign; the argument is its type.';

CREATE OR REPLACE FUNCTION report_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_event(new.user_id, tg_argv[0], new.uuid::text, new.assistant_id, event_conversation(new));
  return null;
end $function$;
comment on function report_conversation() is 'An event about a conversation as a whole; the argument is its type.';

CREATE OR REPLACE FUNCTION report_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_event(new.user_id, tg_argv[0], new.id::text, null, json_build_object(
    'id', new.id, 'knowledgebase_id', new.knowledgebase_id, 'name', new.name, 'type', new.type, 'status', new.status,
    'warning', new.warning, 'error', new.error));
  return null;
end $function$;
comment on function report_document() is 'An event about a document; the argument is its type.';

CREATE OR REPLACE FUNCTION report_lead()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_event(new.user_id, 'lead.updated', new.id::text, null, json_build_object(
    'id', new.id, 'external_id', new.external_id, 'phone_number', new.phone_number,
    'campaign', event_campaign(new.campaign_id), 'status', new.status, 'previous_status', old.status,
    'variables', new.variables, 'call_tries', new.call_tries, 'last_outcome', new.last_outcome,
    'goal_met', new.goal_met, 'created_at', iso_timestamp(new.created_at)));
  return null;
end $function$;
comment on function report_lead() is 'lead.updated: what the account sees of a lead has changed. New leads are not reported.';

CREATE OR REPLACE FUNCTION report_low_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_event(new.id, 'balance.low', new.id::text, null, json_build_object(
    'balance', new.balance_micros / 1000000.0::float8, 'threshold', 5));
  return null;
end $function$;
comment on function report_low_balance() is 'balance.low: the balance has fallen below 5 USD.';

CREATE OR REPLACE FUNCTION report_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A widget's greeting is not reported: the visitor has only opened the page.
  perform record_event(new.user_id, tg_argv[0], talk.uuid::text, talk.assistant_id, json_build_object(
    'message_id', new.id, 'channel', talk.type, 'conversation', event_conversation(talk), 'from', null, 'to', null,
    'author', new.author, 'text', new.content, 'created_at', iso_timestamp(new.created_at)))
  from conversations talk
  where talk.id = new.conversation_id and talk.type <> 'test'
    and not (new.role = 'assistant' and talk.type = 'widget' and talk.message_count <= 1);
  return null;
end $function$;
comment on function report_message() is 'message.received and message.sent of a conversation; the argument is the type.';

CREATE OR REPLACE FUNCTION report_message_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_event(new.user_id, 'message.status', talk.uuid::text, talk.assistant_id, json_build_object(
    'message_id', new.message_id, 'channel', talk.type, 'conversation_id', talk.uuid, 'status', new.state,
    'error_code', new.error_code, 'error', new.error))
  from conversations talk where talk.id = new.conversation_id;
  return null;
end $function$;
comment on function report_message_status() is 'message.status: the delivery state of a message on the channel has changed.';

CREATE OR REPLACE FUNCTION report_opt_out()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_event(new.user_id, 'contact.opted_out', new.customer_key, null, json_build_object(
    'customer_phone', case when new.customer_key like '+%' then new.customer_key end,
    'customer_identifier', case when new.customer_key not like '+%' then new.customer_key end,
    'source', new.source, 'call_id', null));
  return null;
end $function$;
comment on function report_opt_out() is 'contact.opted_out: a customer wrote STOP or opted out through the carrier.';

CREATE OR REPLACE FUNCTION report_opt_out_in_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_event(new.user_id, 'contact.opted_out', new.phone_number, null, json_build_object(
    'customer_phone', new.phone_number, 'customer_identifier', null, 'source', 'call', 'call_id', new.call_id));
  return null;
end $function$;
comment on function report_opt_out_in_call() is 'contact.opted_out: a customer asked in a call not to be called again.';

CREATE OR REPLACE FUNCTION report_sender()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_event(new.user_id, 'sender.changed', new.id::text, new.assistant_id, json_build_object(
    'id', new.id, 'phone_number', new.phone_number, 'display_name', new.display_name, 'status', new.status,
    'quality_rating', new.quality_rating, 'messaging_limit', new.messaging_limit));
  return null;
end $function$;
comment on function report_sender() is 'sender.changed: the health or the name of a sender has changed.';

CREATE OR REPLACE FUNCTION report_sms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_event(new.user_id, tg_argv[0], 'sms_' || new.id, null, json_build_object(
    'message_id', new.id, 'channel', 'sms', 'conversation', null, 'from', new.from_number, 'to', new.to_number,
    'author', case new.direction when 'inbound' then 'customer' else 'human' end, 'text', new.body,
    'created_at', iso_timestamp(new.created_at)));
  return null;
end $function$;
comment on function report_sms() is 'message.received and message.sent of an SMS; the argument is the type.';

CREATE OR REPLACE FUNCTION report_sms_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_event(new.user_id, 'message.status', 'sms_' || new.id, null, json_build_object(
    'message_id', new.id, 'channel', 'sms', 'conversation_id', null, 'status', new.state,
    'error_code', new.error_code, 'error', new.error));
  return null;
end $function$;
comment on function report_sms_status() is 'message.status: the delivery state of an SMS has changed.';

CREATE OR REPLACE FUNCTION resolve_alert(account bigint, alert_kind text, object text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update alerts set resolved_at = clock_timestamp(), mail_at = null
  where user_id = account and kind = alert_kind and object_id = object and resolved_at is null;
end $function$;
comment on function resolve_alert(bigint,text,text) is 'Closes the open alert about an object, because its cause is gone.';

CREATE OR REPLACE FUNCTION shown_url(address text, is_path_shown boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(parts[1] || parts[2] || case when is_path_shown then parts[3] else '' end, '•••')
  from regexp_match(address, '^\s*([A-Za-z][A-Za-z0-9+.-]*://)(?:[^/?#]*@)?([^/?#@\s]*)([^?#\s]*)') as parts
$function$;
comment on function shown_url(text,boolean) is 'A URL for the audit log: without user, password, query and fragment, which may contain secrets.';

CREATE OR REPLACE FUNCTION shown_value(value jsonb, field text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when value is null then 'null'::jsonb
    when jsonb_typeof(value) = 'object' then coalesce((
      select jsonb_object_agg(key, case
        when is_secret_field(key) then '"•••"'::jsonb
        -- Lists of pairs, such as {"name": "Authorization", "value": "…"}.
        when key in ('value', 'default', 'const', 'enum', 'example', 'examples')
          and is_secret_field(coalesce(value ->> 'name', value ->> 'key', '')) then '"•••"'::jsonb
        else shown_value(inner_value, key) end)
      from jsonb_each(value) as fields (key, inner_value)), '{}')
    when jsonb_typeof(value) = 'array' then coalesce((
      select jsonb_agg(shown_value(item, field) order by at)
      from jsonb_array_elements(value) with ordinality as items (item, at)), '[]')
    when jsonb_typeof(value) = 'string' and value <> '""'
      and (field ~ '(^|_)(url|endpoint)$' or value #>> '{}' ~ '^\s*[A-Za-z][A-Za-z0-9+.-]*://\S+\s*$')
      -- Paths of webhooks are often secrets.
      then to_jsonb(shown_url(value #>> '{}', is_path_shown => field !~ 'webhook_url$'))
    when length(value::text) > 20000 then to_jsonb(left(value #>> '{}', 20000) || '…')
    else value
  end
$function$;
comment on function shown_value(jsonb,text) is 'A value for the audit log: without nested secrets and those of URLs; long texts are cut.';

CREATE OR REPLACE FUNCTION tell_watchers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from watched_accounts) then
    perform pg_notify('parley_changes', touched.user_id || ' ' || tg_argv[0])
    from (select distinct user_id from changed) as touched
    where exists (
      select from watched_accounts as watched
      where watched.user_id = touched.user_id and watched.until > clock_timestamp());
  end if;
  return null;
end
$function$;
comment on function tell_watchers() is 'Notifies consoles of changes, once per statement, and only for accounts that are watched, because commits that notify are serialized.';

CREATE OR REPLACE FUNCTION tell_watchers_of_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('parley_changes', old.user_id || ' api_keys')
  where exists (
    select from watched_accounts as watched
    where watched.user_id = old.user_id and watched.until > clock_timestamp());
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION tell_watchers_of_presence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  account bigint := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  perform pg_notify('parley_changes', account || ' presence')
  where exists (
    select from watched_accounts as watched
    where watched.user_id = account and watched.until > clock_timestamp());
  return null;
end $function$;
comment on function tell_watchers_of_presence() is 'Notifies consoles when a member opens or leaves a conversation, or begins or stops typing.';

CREATE OR REPLACE FUNCTION unreachable_identities(account bigint)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  with keys as (
    select word.customer_key as key from opt_outs word where word.user_id = account and word.opted_out
    union
    select number_key(listed.phone_number) from blacklisted_numbers listed where listed.user_id = account),
  customers as (
    select key from keys
    union
    select known.customer_key from customer_aliases known join keys on known.alias = keys.key
    where known.user_id = account),
  known as (
    select key from customers
    union
    select aliases.alias from customer_aliases aliases join customers on aliases.customer_key = customers.key
    where aliases.user_id = account)
  select unnest(number_spellings(key)) from known
$function$;
comment on function unreachable_identities(bigint) is 'All identities for which is_unreachable is true, in all spellings.';

CREATE OR REPLACE FUNCTION wants_event(account bigint, event text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (
    select from webhook_targets endpoint
    where endpoint.user_id = account and endpoint.is_active and endpoint.events && array[event, '*']);
end $function$;
comment on function wants_event(bigint,text) is 'Whether an active endpoint of the account is subscribed to an event: the condition of every report_… trigger.';

CREATE OR REPLACE FUNCTION write_audit(account bigint, action text, object_type text, object_id text, object_name text, changes jsonb DEFAULT '[]'::jsonb, self bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  actor jsonb := coalesce(nullif(current_setting('parley.actor', true), ''), '{}')::jsonb;
  acting_kind text := coalesce(actor ->> 'kind', 'system');
  acting_id bigint := (actor ->> 'id')::bigint;
begin
  -- Someone who logs in or uses a link is no account's caller yet.
  if self is not null and acting_kind in ('visitor', 'system') then
    acting_kind := 'person';
    acting_id := self;
  end if;
  -- Changes that follow from the deletion of an account have no log to go to.
  insert into audit_log (user_id, actor_kind, actor_id, actor_name, address, action, object_type, object_id, object_name, changes)
  select users.id, acting_kind, acting_id,
    case acting_kind
      when 'person' then (select people.name from people where people.id = acting_id)
      when 'api_key' then coalesce((select tokens.name from tokens where tokens.id = acting_id), write_audit.object_name)
    end,
    actor ->> 'address', write_audit.action, write_audit.object_type, write_audit.object_id, write_audit.object_name,
    write_audit.changes
  from users where users.id = account;
end $function$;
comment on function write_audit(bigint,text,text,text,text,jsonb,bigint) is 'Adds an entry. self: the person who acts if the transaction names no account''s caller.';

create table alert_settings (
  user_id bigint not null,
  muted text[] default '{}'::text[] not null,
  emails text[] default '{}'::text[] not null,
  email_roles text[] default '{}'::text[] not null,
  constraint alert_settings_pkey PRIMARY KEY (user_id)
);

create table alerts (
  id bigint generated always as identity not null,
  user_id bigint not null,
  kind text not null,
  object_id text not null,
  object_name text not null,
  parent_id text,
  message text not null,
  count integer default 1 not null,
  opened_at timestamp with time zone default clock_timestamp() not null,
  last_at timestamp with time zone default clock_timestamp() not null,
  dismissed_at timestamp with time zone,
  resolved_at timestamp with time zone,
  mail_at timestamp with time zone,
  mail_attempts integer default 0 not null,
  mailed_at timestamp with time zone,
  mailed_languages text[] default '{}'::text[] not null,
  constraint alerts_pkey PRIMARY KEY (id),
  constraint alerts_kind_check CHECK ((kind = ANY (ARRAY['balance_low'::text, 'campaign_paused'::text, 'document_failed'::text, 'endpoint_disabled'::text, 'provider_failed'::text, 'sender_problem'::text])))
);
CREATE INDEX alerts_list ON alerts USING btree (user_id, id DESC);
CREATE INDEX alerts_mailed ON alerts USING btree (user_id, mailed_at) WHERE (mailed_at IS NOT NULL);
CREATE UNIQUE INDEX alerts_open ON alerts USING btree (user_id, kind, object_id) WHERE (resolved_at IS NULL);
CREATE INDEX alerts_to_mail ON alerts USING btree (mail_at) WHERE (mail_at IS NOT NULL);

create table assistants (
  id bigint generated always as identity not null,
  uuid uuid default gen_random_uuid() not null,
  user_id bigint not null,
  name text not null,
  type text not null,
  status text default 'inactive'::text not null,
  mode text not null,
  timezone text not null,
  initial_message text not null,
  system_prompt text not null,
  voice_id bigint not null,
  language_id bigint not null,
  secondary_language_ids bigint[] not null,
  llm_model_id bigint,
  multimodal_model_id bigint,
  chat_llm_fallback_id bigint,
  synthesizer_provider_id bigint,
  transcriber_provider_id bigint,
  turn_detection_threshold double precision,
  knowledgebase_id bigint,
  knowledgebase_mode text not null,
  phone_number_id bigint,
  tool_ids bigint[] not null,
  tools json not null,
  variables json not null,
  tts_emotion_enabled boolean not null,
  voice_stability numeric(3,2) not null,
  voice_similarity numeric(3,2) not null,
  speech_speed numeric(3,2) not null,
  llm_temperature numeric(3,2) not null,
  allow_interruptions boolean not null,
  fillers boolean not null,
  filler_config json not null,
  record boolean not null,
  enable_noise_cancellation boolean not null,
  wait_for_customer boolean not null,
  max_duration integer not null,
  max_silence_duration integer not null,
  max_initial_silence_duration integer,
  ringing_time integer not null,
  reengagement_interval integer not null,
  reengagement_prompt text,
  end_call_on_voicemail boolean not null,
  voice_mail_message text,
  endpoint_type text not null,
  endpoint_sensitivity double precision not null,
  interrupt_sensitivity double precision not null,
  min_interrupt_words integer,
  ambient_sound text not null,
  ambient_sound_volume numeric(3,2) not null,
  is_webhook_active boolean not null,
  webhook_url text,
  inbound_webhook_url text,
  send_webhook_only_on_completed boolean not null,
  include_recording_in_webhook boolean not null,
  post_call_evaluation boolean not null,
  post_call_schema json not null,
  conversation_inactivity_timeout integer,
  conversation_ended_retrigger boolean not null,
  conversation_ended_webhook_url text,
  widget_settings json not null,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  list_json text not null,
  is_public boolean default true not null,
  max_replies_per_customer_day integer default 200,
  share_customer_details boolean default true not null,
  unclear_speech_action text default 'end_call'::text not null,
  protect_first_message text default 'greeting'::text not null,
  mask_keypad_input boolean default false not null,
  notice_message text,
  speech_normalization boolean default true not null,
  pronunciations json default '[]'::json not null,
  transcriber_keywords json default '[]'::json not null,
  mcp_server_ids bigint[] default '{}'::bigint[] not null,
  mcp_tools json default '[]'::json not null,
  constraint assistants_pkey PRIMARY KEY (id),
  constraint assistants_uuid_key UNIQUE (uuid),
  constraint assistants_endpoint_type_check CHECK ((endpoint_type = ANY (ARRAY['vad'::text, 'ai'::text]))),
  constraint assistants_knowledgebase_mode_check CHECK ((knowledgebase_mode = ANY (ARRAY['function_call'::text, 'prompt'::text, 'hybrid'::text]))),
  constraint assistants_mode_check CHECK ((mode = ANY (ARRAY['pipeline'::text, 'multimodal'::text, 'dualplex'::text]))),
  constraint assistants_protect_first_message_check CHECK ((protect_first_message = ANY (ARRAY['off'::text, 'greeting'::text, 'always'::text]))),
  constraint assistants_status_check CHECK ((status = ANY (ARRAY['inactive'::text, 'active'::text]))),
  constraint assistants_type_check CHECK ((type = ANY (ARRAY['inbound'::text, 'outbound'::text]))),
  constraint assistants_unclear_speech_action_check CHECK ((unclear_speech_action = ANY (ARRAY['transfer'::text, 'end_call'::text, 'continue'::text])))
) with (toast_tuple_target=8160);
alter table assistants alter column list_json set storage external;
CREATE UNIQUE INDEX assistants_inbound_number ON assistants USING btree (phone_number_id) WHERE ((type = 'inbound'::text) AND (deleted_at IS NULL));
CREATE INDEX assistants_knowledgebase ON assistants USING btree (knowledgebase_id) WHERE (deleted_at IS NULL);
CREATE INDEX assistants_list ON assistants USING btree (user_id, id DESC) INCLUDE (updated_at) WHERE (deleted_at IS NULL);

create table attachment_pieces (
  attachment_id bigint not null,
  "position" integer not null,
  bytes bytea not null,
  constraint attachment_pieces_pkey PRIMARY KEY (attachment_id, "position")
);
alter table attachment_pieces alter column bytes set storage external;

create table attachments (
  id bigint generated always as identity not null,
  user_id bigint not null,
  message_id bigint,
  sender_id bigint,
  reference text not null,
  content_type text not null,
  file_name text,
  status text default 'waiting'::text not null,
  byte_count integer,
  error text,
  created_at timestamp with time zone default clock_timestamp() not null,
  text text,
  text_error text,
  uuid uuid,
  conversation_id bigint,
  constraint attachments_pkey PRIMARY KEY (id),
  constraint attachments_owner CHECK (((message_id IS NOT NULL) OR (conversation_id IS NOT NULL))),
  constraint attachments_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'stored'::text, 'failed'::text])))
);
CREATE INDEX attachments_conversation ON attachments USING btree (conversation_id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX attachments_message ON attachments USING btree (message_id);
CREATE INDEX attachments_unsent ON attachments USING btree (created_at) WHERE (message_id IS NULL);
CREATE INDEX attachments_unsent_of_account ON attachments USING btree (user_id) INCLUDE (byte_count) WHERE (message_id IS NULL);
CREATE INDEX attachments_waiting ON attachments USING btree (user_id) WHERE (status = 'waiting'::text);

create table audit_log (
  id bigint generated always as identity not null,
  user_id bigint not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  actor_kind text not null,
  actor_id bigint,
  actor_name text,
  address text,
  action text not null,
  object_type text not null,
  object_id text,
  object_name text,
  changes jsonb default '[]'::jsonb not null,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['person'::text, 'api_key'::text, 'visitor'::text, 'terminal'::text, 'system'::text])))
);
CREATE INDEX audit_log_list ON audit_log USING btree (user_id, id DESC);
CREATE INDEX audit_log_object ON audit_log USING btree (user_id, object_type, object_id, id DESC);

create table blacklisted_numbers (
  id bigint generated always as identity not null,
  user_id bigint not null,
  phone_number text not null,
  source text not null,
  reason text,
  call_id bigint,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint blacklisted_numbers_pkey PRIMARY KEY (id),
  constraint blacklisted_numbers_user_id_phone_number_key UNIQUE (user_id, phone_number),
  constraint blacklisted_numbers_source_check CHECK ((source = ANY (ARRAY['request'::text, 'call'::text, 'message'::text])))
);

create table call_events (
  id bigint generated always as identity not null,
  user_id bigint not null,
  call_id bigint not null,
  type text not null,
  at_ms integer not null,
  data json not null,
  seq integer,
  constraint call_events_pkey PRIMARY KEY (id)
);
CREATE INDEX call_events_call ON call_events USING btree (call_id, id);

create table call_recording_pieces (
  call_id bigint not null,
  begin_byte bigint not null,
  bytes bytea not null,
  constraint call_recording_pieces_pkey PRIMARY KEY (call_id, begin_byte)
);
alter table call_recording_pieces alter column bytes set storage external;

create table call_transcript (
  id bigint generated always as identity not null,
  user_id bigint not null,
  call_id bigint not null,
  sender text not null,
  content text not null,
  said_at timestamp with time zone not null,
  seq integer,
  speaker text,
  constraint call_transcript_pkey PRIMARY KEY (id),
  constraint call_transcript_sender_check CHECK ((sender = ANY (ARRAY['bot'::text, 'human'::text]))),
  constraint call_transcript_speaker_check CHECK ((speaker = 'supervisor'::text))
);
CREATE INDEX call_transcript_call ON call_transcript USING btree (call_id, id);

create table calls (
  id bigint generated always as identity not null,
  user_id bigint not null,
  assistant_id bigint,
  type text not null,
  status text default 'initiated'::text not null,
  campaign_id bigint,
  lead_id bigint,
  phone_number_id bigint,
  assistant_phone_number text,
  client_phone_number text,
  attempt_id uuid default gen_random_uuid() not null,
  process_id uuid,
  carrier_call_id text,
  ringing_time_ms integer not null,
  variables json not null,
  initiated_at timestamp with time zone default clock_timestamp() not null,
  ringing_at timestamp with time zone,
  answered_at timestamp with time zone,
  ended_at timestamp with time zone,
  seen_at timestamp with time zone default clock_timestamp() not null,
  end_reason text,
  failure_code text,
  answered_by text,
  hang_up_at timestamp with time zone,
  evaluation json,
  evaluation_error text,
  recorded_at timestamp with time zone,
  carrier_cost_micros bigint,
  cost_micros bigint default 0 not null,
  recording_key text,
  recording_rate_hz integer,
  media_token_hash bytea,
  media_expires_at timestamp with time zone,
  request_key text,
  request_hash text,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  deleted_at timestamp with time zone,
  contact_id bigint,
  failure_cause text,
  given_variables text[] default '{}'::text[] not null,
  claimed_from json,
  farewell text,
  number_provider text,
  external_id text,
  sip_headers jsonb default '[]'::jsonb not null,
  overrides json,
  hang_up_message text,
  scheduled_at timestamp with time zone,
  zone_key text,
  allows_parallel boolean default false not null,
  is_callback boolean default false not null,
  recording_ringing_ms integer,
  visitor_reserve_micros bigint,
  session_id bigint,
  constraint calls_pkey PRIMARY KEY (id),
  constraint calls_attempt_id_key UNIQUE (attempt_id),
  constraint calls_answered_by_check CHECK ((answered_by = ANY (ARRAY['human'::text, 'machine'::text, 'unknown'::text]))),
  constraint calls_check CHECK (((status = ANY (ARRAY['scheduled'::text, 'initiated'::text, 'ringing'::text, 'in-progress'::text])) = (ended_at IS NULL))),
  constraint calls_check1 CHECK (((status <> ALL (ARRAY['in-progress'::text, 'completed'::text, 'ended_by_customer'::text, 'ended_by_assistant'::text])) OR (answered_at IS NOT NULL))),
  constraint calls_check2 CHECK (((status <> ALL (ARRAY['scheduled'::text, 'initiated'::text, 'ringing'::text, 'busy'::text, 'no-answer'::text, 'canceled'::text])) OR (answered_at IS NULL))),
  constraint calls_failure_cause_check CHECK ((failure_cause = ANY (ARRAY['number'::text, 'carrier'::text, 'assistant'::text, 'account'::text, 'process'::text]))),
  constraint calls_scheduled_check CHECK (((status <> 'scheduled'::text) OR (scheduled_at IS NOT NULL))),
  constraint calls_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'initiated'::text, 'ringing'::text, 'in-progress'::text, 'completed'::text, 'ended_by_customer'::text, 'ended_by_assistant'::text, 'busy'::text, 'no-answer'::text, 'failed'::text, 'canceled'::text]))),
  constraint calls_type_check CHECK ((type = ANY (ARRAY['inbound'::text, 'outbound'::text, 'web'::text])))
);
CREATE INDEX calls_age ON calls USING brin (created_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX calls_by_assistant ON calls USING btree (assistant_id, id DESC);
CREATE INDEX calls_callbacks_of_client ON calls USING btree (user_id, client_phone_number) WHERE is_callback;
CREATE INDEX calls_ended_of_client ON calls USING btree (user_id, client_phone_number, ended_at) WHERE ((campaign_id IS NOT NULL) AND (ended_at IS NOT NULL));
CREATE INDEX calls_list ON calls USING btree (user_id, id DESC);
CREATE INDEX calls_live ON calls USING btree (process_id, id) WHERE (ended_at IS NULL);
CREATE INDEX calls_live_of_campaign ON calls USING btree (campaign_id) WHERE ((campaign_id IS NOT NULL) AND (ended_at IS NULL));
CREATE INDEX calls_live_of_client ON calls USING btree (user_id, client_phone_number) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX calls_live_of_lead ON calls USING btree (lead_id) WHERE ((lead_id IS NOT NULL) AND (ended_at IS NULL));
CREATE UNIQUE INDEX calls_live_of_number ON calls USING btree (user_id, number_key(client_phone_number)) WHERE ((campaign_id IS NOT NULL) AND (ended_at IS NULL));
CREATE INDEX calls_live_of_visitors ON calls USING btree (assistant_id) WHERE ((visitor_reserve_micros IS NOT NULL) AND (ended_at IS NULL));
CREATE UNIQUE INDEX calls_media_token ON calls USING btree (media_token_hash) WHERE (media_token_hash IS NOT NULL);
CREATE INDEX calls_number ON calls USING btree (phone_number_id) WHERE (phone_number_id IS NOT NULL);
CREATE INDEX calls_of_campaign ON calls USING btree (campaign_id, id DESC) WHERE (campaign_id IS NOT NULL);
CREATE INDEX calls_of_external_id ON calls USING btree (user_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX calls_of_lead ON calls USING btree (lead_id, id DESC) WHERE (lead_id IS NOT NULL);
CREATE UNIQUE INDEX calls_recording ON calls USING btree (recording_key) WHERE (recording_key IS NOT NULL);
CREATE UNIQUE INDEX calls_request ON calls USING btree (user_id, request_key) WHERE (request_key IS NOT NULL);
CREATE INDEX calls_scheduled ON calls USING btree (scheduled_at) WHERE (status = 'scheduled'::text);
CREATE INDEX calls_unrecorded ON calls USING btree (user_id, id) WHERE ((ended_at IS NOT NULL) AND (recorded_at IS NULL));
CREATE INDEX calls_waiting ON calls USING btree (id) WHERE ((status = 'initiated'::text) AND (process_id IS NULL) AND (ended_at IS NULL));

create table campaign_phone_numbers (
  campaign_id bigint not null,
  phone_number_id bigint not null,
  "position" integer not null,
  constraint campaign_phone_numbers_pkey PRIMARY KEY (campaign_id, phone_number_id)
);
CREATE INDEX campaign_phone_numbers_number ON campaign_phone_numbers USING btree (phone_number_id);

create table campaign_standbacks (
  campaign_id bigint not null,
  process_id uuid not null,
  version text not null,
  constraint campaign_standbacks_pkey PRIMARY KEY (campaign_id, process_id)
);

create table campaigns (
  id bigint generated always as identity not null,
  user_id bigint not null,
  assistant_id bigint not null,
  name text not null,
  status text default 'draft'::text not null,
  timezone text not null,
  max_calls_in_parallel integer not null,
  allowed_hours_start_time time without time zone not null,
  allowed_hours_end_time time without time zone not null,
  allowed_days text[] not null,
  max_retries integer not null,
  retry_interval integer not null,
  retry_on_voicemail boolean not null,
  retry_on_goal_incomplete boolean not null,
  goal_completion_variable text,
  mark_complete_when_no_leads boolean not null,
  stop_reason text,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  has_chosen_numbers boolean default false not null,
  contact_pause integer default 60 not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  constraint campaigns_pkey PRIMARY KEY (id),
  constraint campaigns_dates_check CHECK ((ends_at > starts_at)),
  constraint campaigns_max_calls_in_parallel_check CHECK ((max_calls_in_parallel > 0)),
  constraint campaigns_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'in-progress'::text, 'stopped'::text, 'completed'::text])))
);
CREATE INDEX campaigns_by_assistant ON campaigns USING btree (assistant_id);
CREATE INDEX campaigns_list ON campaigns USING btree (user_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX campaigns_running ON campaigns USING btree (id) WHERE ((status = 'in-progress'::text) AND (deleted_at IS NULL));

create table canned_replies (
  id bigint generated always as identity not null,
  user_id bigint not null,
  shortcut text not null,
  content text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint canned_replies_pkey PRIMARY KEY (id),
  constraint canned_replies_user_id_shortcut_key UNIQUE (user_id, shortcut)
);

create table channel_customers (
  sender_id bigint not null,
  customer_key text not null,
  user_id bigint not null,
  last_message_at timestamp with time zone not null,
  attachments_on date,
  attachment_bytes bigint default 0 not null,
  address text not null,
  constraint channel_customers_pkey PRIMARY KEY (sender_id, customer_key)
);

create table channel_messages (
  id bigint generated always as identity not null,
  user_id bigint not null,
  sender_id bigint,
  conversation_id bigint not null,
  message_id bigint not null,
  state text default 'queued'::text not null,
  process_id uuid,
  is_unsure boolean default false not null,
  provider_message_id text,
  error_code text,
  error text,
  request_key text,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  request_hash text,
  constraint channel_messages_pkey PRIMARY KEY (id),
  constraint channel_messages_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text, 'undelivered'::text])))
);
CREATE INDEX channel_messages_conversation ON channel_messages USING btree (conversation_id);
CREATE INDEX channel_messages_handing_over ON channel_messages USING btree (id) WHERE (process_id IS NOT NULL);
CREATE INDEX channel_messages_lost ON channel_messages USING btree (conversation_id) WHERE ((state = ANY (ARRAY['failed'::text, 'undelivered'::text])) AND (NOT is_unsure));
CREATE INDEX channel_messages_message ON channel_messages USING btree (message_id);
CREATE INDEX channel_messages_provider ON channel_messages USING btree (sender_id, provider_message_id) WHERE (provider_message_id IS NOT NULL);
CREATE UNIQUE INDEX channel_messages_request ON channel_messages USING btree (user_id, request_key) WHERE (request_key IS NOT NULL);

create table charges (
  id bigint generated always as identity not null,
  user_id bigint not null,
  conversation_id bigint,
  message_id bigint,
  kind text not null,
  amount_micros bigint not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  reference text,
  note text,
  call_id bigint,
  campaign_id bigint,
  constraint charges_pkey PRIMARY KEY (id)
);
CREATE INDEX charges_call ON charges USING btree (call_id) WHERE (call_id IS NOT NULL);
CREATE INDEX charges_campaign ON charges USING btree (campaign_id) INCLUDE (amount_micros) WHERE (campaign_id IS NOT NULL);
CREATE INDEX charges_conversation ON charges USING btree (conversation_id);
CREATE INDEX charges_message ON charges USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE UNIQUE INDEX charges_opening ON charges USING btree (user_id) WHERE (kind = 'opening'::text);
CREATE UNIQUE INDEX charges_reference ON charges USING btree (user_id, reference, kind) WHERE (reference IS NOT NULL);
CREATE INDEX charges_user ON charges USING btree (user_id, created_at DESC, id DESC);

create table chunks (
  id bigint generated always as identity not null,
  user_id bigint not null,
  knowledgebase_id bigint not null,
  document_id bigint not null,
  generation integer not null,
  "position" integer not null,
  heading text not null,
  text text not null,
  source text,
  embedding bytea,
  embedding_model text,
  revision bigint not null,
  constraint chunks_pkey PRIMARY KEY (id)
);
CREATE INDEX chunks_document ON chunks USING btree (document_id, generation, "position");
CREATE INDEX chunks_revision ON chunks USING btree (knowledgebase_id, revision);

create table conversation_ends (
  id bigint generated always as identity not null,
  user_id bigint not null,
  conversation_id bigint not null,
  number integer not null,
  ended_at timestamp(3) with time zone not null,
  message_count integer not null,
  last_message_id bigint not null,
  recorded_at timestamp with time zone,
  evaluation json,
  evaluation_error text,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint conversation_ends_pkey PRIMARY KEY (id),
  constraint conversation_ends_conversation_id_number_key UNIQUE (conversation_id, number)
);
CREATE INDEX conversation_ends_unrecorded ON conversation_ends USING btree (user_id, id) WHERE (recorded_at IS NULL);

create table conversation_events (
  id bigint generated always as identity not null,
  user_id bigint not null,
  conversation_id bigint not null,
  kind text not null,
  person_id bigint,
  author_name text,
  assignee_name text,
  snoozed_until timestamp with time zone,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint conversation_events_pkey PRIMARY KEY (id),
  constraint conversation_events_kind_check CHECK ((kind = ANY (ARRAY['assigned'::text, 'snoozed'::text, 'closed'::text, 'reopened'::text])))
);
CREATE INDEX conversation_events_list ON conversation_events USING btree (conversation_id, id);
CREATE INDEX conversation_events_person ON conversation_events USING btree (person_id) WHERE (person_id IS NOT NULL);

create table conversation_notes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  conversation_id bigint not null,
  person_id bigint,
  author_name text not null,
  content text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint conversation_notes_pkey PRIMARY KEY (id)
);
CREATE INDEX conversation_notes_list ON conversation_notes USING btree (conversation_id, id);
CREATE INDEX conversation_notes_person ON conversation_notes USING btree (person_id) WHERE (person_id IS NOT NULL);

create unlogged table conversation_presence (
  conversation_id bigint not null,
  person_id bigint not null,
  user_id bigint not null,
  is_typing boolean not null,
  seen_at timestamp with time zone not null,
  constraint conversation_presence_pkey PRIMARY KEY (conversation_id, person_id)
);
CREATE INDEX conversation_presence_age ON conversation_presence USING btree (seen_at);
CREATE INDEX conversation_presence_person ON conversation_presence USING btree (user_id, person_id);

create table conversation_reads (
  conversation_id bigint not null,
  person_id bigint not null,
  user_id bigint not null,
  read_until bigint not null,
  constraint conversation_reads_pkey PRIMARY KEY (conversation_id, person_id)
);
CREATE INDEX conversation_reads_person ON conversation_reads USING btree (user_id, person_id);

create table conversations (
  id bigint generated always as identity not null,
  uuid uuid default gen_random_uuid() not null,
  user_id bigint not null,
  assistant_id bigint,
  type text not null,
  customer_identifier text,
  variables jsonb default '{}'::jsonb not null,
  ai_enabled boolean default true not null,
  message_count integer default 0 not null,
  cost_micros bigint default 0 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  sender_id bigint,
  customer_phone text,
  customer_name text,
  active_at timestamp(3) with time zone default clock_timestamp() not null,
  end_check_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  end_count integer default 0 not null,
  request_key text,
  request_hash text,
  customer_key text,
  opened_by_account boolean default false not null,
  given_variables text[],
  silence_reason text,
  silent_since timestamp with time zone,
  silent_until timestamp with time zone,
  summary text,
  summarized_until bigint default 0 not null,
  inbox_status text default 'open'::text not null,
  snoozed_until timestamp with time zone,
  assigned_person_id bigint,
  assigned_group_id bigint,
  waiting_since timestamp with time zone,
  handed_off_by bigint,
  tags text[] default '{}'::text[] not null,
  visitor json,
  constraint conversations_pkey PRIMARY KEY (id),
  constraint conversations_uuid_key UNIQUE (uuid),
  constraint conversations_inbox_status_check CHECK ((inbox_status = ANY (ARRAY['open'::text, 'snoozed'::text, 'closed'::text]))),
  constraint conversations_snoozed CHECK (((inbox_status = 'snoozed'::text) = (snoozed_until IS NOT NULL))),
  constraint conversations_type_check CHECK ((type = ANY (ARRAY['test'::text, 'widget'::text, 'msgapp'::text, 'api'::text])))
);
CREATE INDEX conversations_age ON conversations USING brin (created_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX conversations_assigned_group ON conversations USING btree (user_id, assigned_group_id) WHERE (assigned_group_id IS NOT NULL);
CREATE INDEX conversations_by_assistant ON conversations USING btree (assistant_id, id DESC);
CREATE UNIQUE INDEX conversations_customer ON conversations USING btree (assistant_id, customer_identifier) WHERE (type = 'api'::text);
CREATE INDEX conversations_end_check ON conversations USING btree (end_check_at) WHERE (end_check_at IS NOT NULL);
CREATE INDEX conversations_inbox_status ON conversations USING btree (user_id, inbox_status);
CREATE INDEX conversations_list ON conversations USING btree (user_id, id DESC);
CREATE UNIQUE INDEX conversations_msgapp ON conversations USING btree (sender_id, customer_key) WHERE (type = 'msgapp'::text);
CREATE INDEX conversations_of_people ON conversations USING btree (user_id, assigned_person_id) WHERE ((inbox_status = ANY (ARRAY['open'::text, 'snoozed'::text])) AND ((NOT ai_enabled) OR (waiting_since IS NOT NULL) OR (assigned_person_id IS NOT NULL)));
CREATE UNIQUE INDEX conversations_request ON conversations USING btree (assistant_id, request_key) WHERE (request_key IS NOT NULL);
CREATE INDEX conversations_signed_visitor ON conversations USING btree (assistant_id, customer_identifier) WHERE ((type = 'widget'::text) AND (customer_identifier IS NOT NULL));
CREATE INDEX conversations_tagged ON conversations USING btree (user_id, id DESC) WHERE (tags <> '{}'::text[]);

create table customer_aliases (
  user_id bigint not null,
  alias text not null,
  customer_key text not null,
  constraint customer_aliases_pkey PRIMARY KEY (user_id, alias)
);
CREATE INDEX customer_aliases_key ON customer_aliases USING btree (user_id, customer_key);

create table dial_paces (
  key text not null,
  next_at timestamp with time zone not null,
  constraint dial_paces_pkey PRIMARY KEY (key)
);

create table document_file_pieces (
  document_id bigint not null,
  "position" integer not null,
  bytes bytea not null,
  constraint document_file_pieces_pkey PRIMARY KEY (document_id, "position")
);
alter table document_file_pieces alter column bytes set storage external;

create table documents (
  id bigint generated always as identity not null,
  user_id bigint not null,
  knowledgebase_id bigint not null,
  name text not null,
  description text default ''::text not null,
  type text not null,
  url text,
  links text[] default '{}'::text[] not null,
  relative_links_limit integer default 10 not null,
  file_name text,
  file_bytes integer,
  status text default 'processing'::text not null,
  stage text default 'waiting'::text not null,
  progress_done integer default 0 not null,
  progress_total integer,
  error text,
  run integer default 1 not null,
  attempts integer default 0 not null,
  generation integer default 0 not null,
  building integer default 0 not null,
  worked_at timestamp with time zone default clock_timestamp() not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  turn smallint default 0 not null,
  warning text,
  last_read_at timestamp with time zone,
  content_hash text,
  refresh_error text,
  pages integer,
  constraint documents_pkey PRIMARY KEY (id),
  constraint documents_stage_check CHECK ((stage = ANY (ARRAY['waiting'::text, 'fetching'::text, 'extracting'::text, 'indexing'::text, 'embedding'::text, 'ready'::text]))),
  constraint documents_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'active'::text, 'failed'::text]))),
  constraint documents_type_check CHECK ((type = ANY (ARRAY['website'::text, 'pdf'::text, 'txt'::text, 'docx'::text])))
);
CREATE INDEX documents_in_work ON documents USING btree (worked_at) WHERE (status = 'processing'::text);
CREATE INDEX documents_knowledgebase ON documents USING btree (knowledgebase_id, id);
CREATE INDEX documents_turns ON documents USING btree (turn) WHERE ((status = 'processing'::text) AND (stage <> 'embedding'::text));
CREATE INDEX documents_turns_of_account ON documents USING btree (user_id, turn) WHERE ((status = 'processing'::text) AND (stage <> 'embedding'::text));

create table early_reports (
  id bigint generated always as identity not null,
  user_id bigint not null,
  sender_id bigint not null,
  provider_message_id text not null,
  state text not null,
  error_code text,
  error text,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint early_reports_pkey PRIMARY KEY (id)
);

create table email_changes (
  person_id bigint not null,
  request_id uuid default gen_random_uuid() not null,
  email text not null,
  token_hash bytea,
  expires_at timestamp with time zone not null,
  constraint email_changes_pkey PRIMARY KEY (person_id),
  constraint email_changes_token_hash_key UNIQUE (token_hash)
);

create table fetched_pages (
  document_id bigint not null,
  user_id bigint not null,
  run integer not null,
  address text not null,
  reading json not null
);
CREATE INDEX fetched_pages_document ON fetched_pages USING btree (document_id, run);

create table idempotency_keys (
  key text not null,
  request_hash bytea not null,
  process_id uuid not null,
  status integer,
  sealed_body bytea,
  created_at timestamp with time zone default clock_timestamp() not null,
  user_id bigint not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys USING btree (created_at);

create table inbox_group_members (
  user_id bigint not null,
  group_id bigint not null,
  person_id bigint not null,
  constraint inbox_group_members_pkey PRIMARY KEY (group_id, person_id)
);
CREATE INDEX inbox_group_members_person ON inbox_group_members USING btree (user_id, person_id);

create table inbox_groups (
  id bigint generated always as identity not null,
  user_id bigint not null,
  name text not null,
  hours jsonb,
  timezone text,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint inbox_groups_pkey PRIMARY KEY (id),
  constraint inbox_groups_user_id_id_key UNIQUE (user_id, id)
);
CREATE UNIQUE INDEX inbox_groups_name ON inbox_groups USING btree (user_id, lower(name));

create table inbox_readers (
  user_id bigint not null,
  person_id bigint not null,
  read_until bigint not null,
  constraint inbox_readers_pkey PRIMARY KEY (user_id, person_id)
);

create table installation (
  name text not null,
  value text not null,
  constraint installation_pkey PRIMARY KEY (name)
);

create table invitations (
  id bigint generated always as identity not null,
  user_id bigint not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by bigint,
  created_at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone not null,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'builder'::text, 'agent'::text, 'viewer'::text])))
);
CREATE UNIQUE INDEX invitations_email ON invitations USING btree (user_id, lower(email));
CREATE INDEX invitations_expiry ON invitations USING btree (expires_at);
CREATE INDEX invitations_invited_by ON invitations USING btree (invited_by) WHERE (invited_by IS NOT NULL);
CREATE INDEX invitations_list ON invitations USING btree (user_id, id);

create table knowledgebases (
  id bigint generated always as identity not null,
  user_id bigint not null,
  name text not null,
  description text default ''::text not null,
  revision bigint default 0 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  embedding_model text,
  embedding_dimensions integer,
  embedding_worker uuid,
  embedding_lease_until timestamp with time zone,
  embedding_process uuid,
  constraint knowledgebases_pkey PRIMARY KEY (id)
);
CREATE INDEX knowledgebases_user ON knowledgebases USING btree (user_id, id);

create table languages (
  id bigint not null,
  name text not null,
  iso_2 text not null,
  constraint languages_pkey PRIMARY KEY (id),
  constraint languages_iso_2_key UNIQUE (iso_2)
);

create table lead_contacts (
  id bigint generated always as identity not null,
  user_id bigint not null,
  lead_id bigint not null,
  "position" integer not null,
  phone_number text not null,
  variables json not null,
  zone_key text not null,
  status text default 'created'::text not null,
  call_tries integer default 0 not null,
  last_outcome text,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  is_stopped boolean default false not null,
  external_id text,
  constraint lead_contacts_pkey PRIMARY KEY (id),
  constraint lead_contacts_lead_id_position_key UNIQUE (lead_id, "position"),
  constraint lead_contacts_status_check CHECK ((status = ANY (ARRAY['created'::text, 'scheduled'::text, 'processing'::text, 'completed'::text, 'rescheduled'::text, 'reached-max-retries'::text, 'blacklisted'::text])))
);
CREATE INDEX lead_contacts_by_number ON lead_contacts USING btree (user_id, phone_number);

create table leads (
  id bigint generated always as identity not null,
  user_id bigint not null,
  campaign_id bigint not null,
  phone_number text not null,
  variables json not null,
  status text default 'created'::text not null,
  is_duplicate boolean default false not null,
  contact_id bigint,
  zone_key text not null,
  due_at timestamp with time zone,
  call_id bigint,
  call_tries integer default 0 not null,
  retries integer default 0 not null,
  number_is_out boolean default false not null,
  last_outcome text,
  goal_met boolean,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  is_stopped boolean default false not null,
  external_id text,
  due_before_pause timestamp with time zone,
  constraint leads_pkey PRIMARY KEY (id),
  constraint leads_check CHECK (((status = ANY (ARRAY['created'::text, 'scheduled'::text, 'rescheduled'::text])) = (due_at IS NOT NULL))),
  constraint leads_check1 CHECK (((status = 'processing'::text) = (call_id IS NOT NULL))),
  constraint leads_status_check CHECK ((status = ANY (ARRAY['created'::text, 'scheduled'::text, 'processing'::text, 'completed'::text, 'rescheduled'::text, 'reached-max-retries'::text, 'blacklisted'::text])))
);
CREATE INDEX leads_by_number ON leads USING btree (user_id, phone_number);
CREATE UNIQUE INDEX leads_external_id ON leads USING btree (campaign_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX leads_list ON leads USING btree (user_id, id DESC);
CREATE UNIQUE INDEX leads_number ON leads USING btree (campaign_id, number_key(phone_number)) WHERE (NOT is_duplicate);
CREATE INDEX leads_of_campaign ON leads USING btree (campaign_id, id DESC);
CREATE INDEX leads_of_external_id ON leads USING btree (user_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX leads_processing ON leads USING btree (campaign_id, call_id) WHERE (call_id IS NOT NULL);
CREATE INDEX leads_waiting ON leads USING btree (campaign_id, zone_key, due_at, id) WHERE (due_at IS NOT NULL);

create table mcp_servers (
  id bigint generated always as identity not null,
  user_id bigint not null,
  name text not null,
  url text not null,
  timeout integer not null,
  sealed_headers bytea,
  tools jsonb default '[]'::jsonb not null,
  tools_listed_at timestamp with time zone,
  listing_tried_at timestamp with time zone,
  listing_error text,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint mcp_servers_pkey PRIMARY KEY (id)
);
CREATE INDEX mcp_servers_user ON mcp_servers USING btree (user_id, id);

create table memberships (
  user_id bigint not null,
  person_id bigint not null,
  role text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint memberships_pkey PRIMARY KEY (user_id, person_id),
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'builder'::text, 'agent'::text, 'viewer'::text])))
);
CREATE INDEX memberships_person ON memberships USING btree (person_id, created_at);

create table messages (
  id bigint generated always as identity not null,
  user_id bigint not null,
  conversation_id bigint not null,
  role text not null,
  author text not null,
  content text not null,
  function_calls json,
  created_at timestamp with time zone default clock_timestamp() not null,
  reply_to bigint,
  request_key text,
  request_hash text,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  reaction text,
  reacted_at timestamp with time zone,
  about jsonb,
  part_of bigint,
  person_id bigint,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_author_check CHECK ((author = ANY (ARRAY['customer'::text, 'ai'::text, 'human'::text]))),
  constraint messages_role_check CHECK ((role = ANY (ARRAY['user'::text, 'assistant'::text])))
);
CREATE INDEX messages_history ON messages USING btree (conversation_id, id);
CREATE INDEX messages_person ON messages USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE UNIQUE INDEX messages_reply ON messages USING btree (reply_to) WHERE (reply_to IS NOT NULL);
CREATE UNIQUE INDEX messages_request ON messages USING btree (conversation_id, request_key) WHERE (request_key IS NOT NULL);

create table model_calls (
  id bigint generated always as identity not null,
  user_id bigint not null,
  conversation_id bigint,
  message_id bigint,
  model text not null,
  input_tokens integer,
  output_tokens integer,
  finish_reason text,
  error_code text,
  first_event_ms integer,
  total_ms integer not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  conversation_end_id bigint,
  cost_micros numeric(20,6),
  call_id bigint,
  constraint model_calls_pkey PRIMARY KEY (id),
  constraint model_calls_subject CHECK ((num_nonnulls(conversation_id, call_id) = 1))
);
CREATE INDEX model_calls_call ON model_calls USING btree (call_id, id) WHERE (call_id IS NOT NULL);
CREATE INDEX model_calls_conversation ON model_calls USING btree (conversation_id, id);
CREATE INDEX model_calls_message ON model_calls USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX model_calls_user ON model_calls USING btree (user_id, created_at);

create table models (
  id bigint generated always as identity not null,
  kind text not null,
  code text not null,
  name text not null,
  is_offered boolean default true not null,
  "position" integer default 0 not null,
  constraint models_pkey PRIMARY KEY (id),
  constraint models_kind_code_key UNIQUE (kind, code),
  constraint models_kind_check CHECK ((kind = ANY (ARRAY['llm'::text, 'multimodal'::text, 'dualplex'::text])))
);

create table number_orders (
  id uuid default gen_random_uuid() not null,
  user_id bigint not null,
  provider text not null,
  phone_number text not null,
  process_id uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint number_orders_pkey PRIMARY KEY (id),
  constraint number_orders_user_id_provider_phone_number_key UNIQUE (user_id, provider, phone_number)
);

create table opt_outs (
  user_id bigint not null,
  customer_key text not null,
  opted_out boolean not null,
  source text not null,
  changed_at timestamp with time zone not null,
  constraint opt_outs_pkey PRIMARY KEY (user_id, customer_key),
  constraint opt_outs_source_check CHECK ((source = ANY (ARRAY['customer'::text, 'carrier'::text])))
);

create table owed_farewells (
  call_id bigint not null,
  farewell text not null,
  owed_at timestamp with time zone default clock_timestamp() not null,
  place integer default 1 not null,
  tries integer default 0 not null,
  taken_by uuid,
  due_at timestamp with time zone default clock_timestamp() not null,
  settled_at timestamp with time zone,
  constraint owed_farewells_pkey PRIMARY KEY (call_id, place)
);
CREATE INDEX owed_farewells_open ON owed_farewells USING btree (due_at) WHERE (settled_at IS NULL);

create table password_resets (
  person_id bigint not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (person_id),
  constraint password_resets_token_hash_key UNIQUE (token_hash)
);

create table pending_answers (
  conversation_id bigint not null,
  user_id bigint not null,
  message_id bigint not null,
  process_id uuid,
  claimed_at timestamp with time zone,
  attempts integer default 0 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  next_try_at timestamp with time zone,
  revision bigint generated by default as identity not null,
  rest jsonb,
  constraint pending_answers_pkey PRIMARY KEY (conversation_id)
);

create table people (
  id bigint generated always as identity not null,
  name text not null,
  email text not null,
  password_hash text not null,
  last_user_id bigint,
  created_at timestamp with time zone default clock_timestamp() not null,
  language text,
  constraint people_pkey PRIMARY KEY (id),
  constraint people_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'es'::text, 'fr'::text, 'ro'::text])))
);
CREATE UNIQUE INDEX people_email ON people USING btree (lower(email));
CREATE INDEX people_last_account ON people USING btree (last_user_id) WHERE (last_user_id IS NOT NULL);

create table phone_numbers (
  id bigint generated always as identity not null,
  user_id bigint not null,
  phone_number text not null,
  country_code text not null,
  type text not null,
  sms_capable boolean default false not null,
  region text,
  has_active_subscription boolean default true not null,
  provider text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  provider_reference text,
  constraint phone_numbers_pkey PRIMARY KEY (id),
  constraint phone_numbers_user_id_phone_number_key UNIQUE (user_id, phone_number),
  constraint phone_numbers_type_check CHECK ((type = ANY (ARRAY['normal'::text, 'sip'::text, 'caller_id'::text])))
);
CREATE UNIQUE INDEX phone_numbers_bought ON phone_numbers USING btree (provider, provider_reference) WHERE (provider_reference IS NOT NULL);
CREATE INDEX phone_numbers_by_number ON phone_numbers USING btree (phone_number);

create table process_names (
  process_id uuid not null,
  host text not null,
  port integer not null,
  added_at timestamp with time zone default clock_timestamp() not null,
  constraint process_names_pkey PRIMARY KEY (process_id, host, port)
);

create table processes (
  id uuid not null,
  lock_number integer generated always as identity not null,
  role text not null,
  host text not null,
  pid integer not null,
  started_at timestamp with time zone default clock_timestamp() not null,
  beat_at timestamp with time zone default clock_timestamp() not null,
  worker_pool_ids text[] default '{}'::text[] not null,
  embedding_model text,
  media_origin text,
  inner_origin text,
  calls_campaigns boolean default true not null,
  constraint processes_pkey PRIMARY KEY (id),
  constraint processes_lock_number_key UNIQUE (lock_number)
);

create table provider_failures (
  user_id bigint not null,
  provider text not null,
  failed_at timestamp with time zone default clock_timestamp() not null
);
CREATE INDEX provider_failures_old ON provider_failures USING btree (failed_at);
CREATE INDEX provider_failures_recent ON provider_failures USING btree (user_id, provider, failed_at);

create table provider_logins (
  issuer text not null,
  subject text not null,
  person_id bigint not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint provider_logins_pkey PRIMARY KEY (issuer, subject)
);
CREATE INDEX provider_logins_person ON provider_logins USING btree (person_id);

create unlogged table rate_counters (
  key text not null,
  window_number bigint default 0 not null,
  used integer not null,
  expires_at timestamp with time zone not null,
  constraint rate_counters_pkey PRIMARY KEY (key)
);

create unlogged table rate_windows (
  key text not null,
  stamps timestamp with time zone[] not null,
  granted_to uuid not null,
  expires_at timestamp with time zone not null,
  constraint rate_windows_pkey PRIMARY KEY (key)
);

create table received_messages (
  id bigint generated always as identity not null,
  user_id bigint not null,
  sender_id bigint,
  conversation_id bigint not null,
  message_id bigint not null,
  provider_message_id text not null,
  unanswered_reason text,
  created_at timestamp with time zone default clock_timestamp() not null,
  request_hash text,
  constraint received_messages_pkey PRIMARY KEY (id),
  constraint received_messages_message_id_key UNIQUE (message_id),
  constraint received_messages_sender_id_provider_message_id_key UNIQUE (sender_id, provider_message_id)
);
CREATE INDEX received_messages_conversation ON received_messages USING btree (conversation_id);

create table recovery_codes (
  person_id bigint not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (person_id, code_hash)
);

create table search_backlog (
  kind text not null,
  before_id bigint not null,
  constraint search_backlog_pkey PRIMARY KEY (kind)
);

create table search_documents (
  id bigint generated always as identity not null,
  user_id bigint not null,
  kind text not null,
  source_id bigint not null,
  part integer not null,
  at timestamp with time zone not null,
  first_line bigint,
  last_line bigint,
  words tsvector not null,
  constraint search_documents_pkey PRIMARY KEY (id),
  constraint search_documents_kind_source_id_part_key UNIQUE (kind, source_id, part),
  constraint search_documents_kind_check CHECK ((kind = ANY (ARRAY['call'::text, 'conversation'::text, 'lead'::text, 'sms'::text])))
);
CREATE INDEX search_documents_latest ON search_documents USING btree (user_id, at DESC, id DESC);
CREATE INDEX search_documents_words ON search_documents USING gin (words) WITH (gin_pending_list_limit='512');

create table search_queue (
  id bigint generated always as identity not null,
  user_id bigint not null,
  kind text not null,
  source_id bigint not null,
  failed_at timestamp with time zone,
  error text,
  constraint search_queue_pkey PRIMARY KEY (id)
);
CREATE INDEX search_queue_failed ON search_queue USING btree (kind, source_id) WHERE (failed_at IS NOT NULL);
CREATE INDEX search_queue_waiting ON search_queue USING btree (id) WHERE (failed_at IS NULL);

create table second_factors (
  person_id bigint not null,
  sealed_secret bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint second_factors_pkey PRIMARY KEY (person_id)
);

create table second_legs (
  id bigint generated always as identity not null,
  user_id bigint not null,
  call_id bigint not null,
  provider text not null,
  carrier_call_id text,
  carrier_cost_micros bigint,
  constraint second_legs_pkey PRIMARY KEY (id)
);
CREATE INDEX second_legs_call ON second_legs USING btree (call_id, id);

create table senders (
  id bigint generated always as identity not null,
  user_id bigint not null,
  assistant_id bigint,
  provider text not null,
  phone_number text not null,
  display_name text default ''::text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  webhook_key text default replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text) not null,
  sealed_credentials bytea,
  quality_rating text default 'GREEN'::text not null,
  messaging_limit integer default 1000 not null,
  templates_synced_at timestamp with time zone,
  templates_error text,
  templates_asked_at timestamp with time zone,
  is_switched_on boolean default true not null,
  problem text,
  health_checked_at timestamp with time zone,
  status text generated always as (
CASE
    WHEN (is_switched_on AND (problem IS NULL)) THEN 'online'::text
    ELSE 'offline'::text
END) stored not null,
  constraint senders_pkey PRIMARY KEY (id),
  constraint senders_user_id_phone_number_key UNIQUE (user_id, phone_number),
  constraint senders_webhook_key_key UNIQUE (webhook_key),
  constraint senders_quality_rating_check CHECK ((quality_rating = ANY (ARRAY['GREEN'::text, 'YELLOW'::text, 'RED'::text])))
);
CREATE INDEX senders_user ON senders USING btree (user_id, id);

create table sip_bindings (
  id bigint generated always as identity not null,
  phone_number_id bigint not null,
  user_id bigint not null,
  contact text not null,
  instance text,
  registration text,
  call_id text not null,
  sequence bigint not null,
  transport text not null,
  address text not null,
  port integer not null,
  is_direct boolean not null,
  domain text not null,
  place text not null,
  process_id uuid not null,
  registered_at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone not null,
  constraint sip_bindings_pkey PRIMARY KEY (id),
  constraint sip_bindings_phone_number_id_contact_key UNIQUE (phone_number_id, contact),
  constraint sip_bindings_transport_check CHECK ((transport = ANY (ARRAY['udp'::text, 'tcp'::text, 'tls'::text])))
);
CREATE INDEX sip_bindings_expiry ON sip_bindings USING btree (expires_at);
CREATE INDEX sip_bindings_place ON sip_bindings USING btree (place, expires_at);
CREATE INDEX sip_bindings_user ON sip_bindings USING btree (user_id);

create table sip_trunks (
  phone_number_id bigint not null,
  user_id bigint not null,
  sip_trunk_type text not null,
  nickname text,
  sip_username text,
  sealed_password bytea,
  sip_address text not null,
  sip_calling_format text not null,
  inbound_authorization_type text not null,
  allowed_inbound_ips text[] not null,
  outbound_proxy text,
  updated_at timestamp with time zone default clock_timestamp() not null,
  sip_headers jsonb default '[]'::jsonb not null,
  constraint sip_trunks_pkey PRIMARY KEY (phone_number_id),
  constraint sip_trunks_inbound_authorization_type_check CHECK ((inbound_authorization_type = ANY (ARRAY['auth'::text, 'ip'::text]))),
  constraint sip_trunks_sip_calling_format_check CHECK ((sip_calling_format = ANY (ARRAY['+e164'::text, 'e164'::text, 'national'::text]))),
  constraint sip_trunks_sip_trunk_type_check CHECK ((sip_trunk_type = ANY (ARRAY['extension'::text, 'number'::text])))
);
CREATE INDEX sip_trunks_user ON sip_trunks USING btree (user_id, phone_number_id);

create table sms_messages (
  id bigint generated always as identity not null,
  user_id bigint not null,
  phone_number_id bigint,
  direction text not null,
  provider text not null,
  from_number text not null,
  to_number text not null,
  body text not null,
  state text not null,
  process_id uuid,
  is_unsure boolean default false not null,
  provider_message_id text,
  error_code text,
  error text,
  request_key text,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  request_hash text,
  segments smallint,
  constraint sms_messages_pkey PRIMARY KEY (id),
  constraint sms_messages_direction_check CHECK ((direction = ANY (ARRAY['outbound'::text, 'inbound'::text]))),
  constraint sms_messages_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'delivered'::text, 'failed'::text, 'undelivered'::text, 'received'::text])))
);
CREATE INDEX sms_messages_handing_over ON sms_messages USING btree (id) WHERE (process_id IS NOT NULL);
CREATE INDEX sms_messages_list ON sms_messages USING btree (user_id, id DESC);
CREATE INDEX sms_messages_number ON sms_messages USING btree (phone_number_id);
CREATE UNIQUE INDEX sms_messages_provider ON sms_messages USING btree (provider, provider_message_id, user_id) WHERE (provider_message_id IS NOT NULL);
CREATE UNIQUE INDEX sms_messages_request ON sms_messages USING btree (user_id, request_key) WHERE (request_key IS NOT NULL);

create table speech_providers (
  id bigint generated always as identity not null,
  kind text not null,
  code text not null,
  name text not null,
  languages text[] default '{}'::text[] not null,
  is_offered boolean default true not null,
  "position" integer default 0 not null,
  constraint speech_providers_pkey PRIMARY KEY (id),
  constraint speech_providers_kind_code_key UNIQUE (kind, code),
  constraint speech_providers_kind_check CHECK ((kind = ANY (ARRAY['synthesizer'::text, 'transcriber'::text])))
);

create table templates (
  id bigint generated always as identity not null,
  user_id bigint not null,
  sender_id bigint not null,
  provider_reference text not null,
  name text not null,
  language text not null,
  category text not null,
  status text not null,
  body_text text not null,
  variables text[] not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  parts jsonb,
  constraint templates_pkey PRIMARY KEY (id),
  constraint templates_sender_id_provider_reference_key UNIQUE (sender_id, provider_reference),
  constraint templates_status_check CHECK ((status = ANY (ARRAY['approved'::text, 'pending'::text, 'rejected'::text, 'paused'::text, 'disabled'::text])))
);

create table timeout_changes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  assistant_id bigint not null,
  changed_at timestamp(3) with time zone default clock_timestamp() not null,
  after_id bigint default 0 not null,
  constraint timeout_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX timeout_changes_assistant ON timeout_changes USING btree (assistant_id, id);

create table tokens (
  id bigint generated always as identity not null,
  user_id bigint not null,
  kind text not null,
  name text not null,
  token_hash bytea not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  created_at timestamp with time zone default clock_timestamp() not null,
  person_id bigint,
  role text,
  created_by bigint,
  is_provider_login boolean default false not null,
  constraint tokens_pkey PRIMARY KEY (id),
  constraint tokens_token_hash_key UNIQUE (token_hash),
  constraint tokens_kind_check CHECK ((kind = ANY (ARRAY['api-key'::text, 'session'::text]))),
  constraint tokens_role CHECK ((((kind = 'session'::text) AND (person_id IS NOT NULL) AND (role IS NULL)) OR ((kind = 'api-key'::text) AND (person_id IS NULL) AND (role = ANY (ARRAY['owner'::text, 'admin'::text, 'builder'::text, 'agent'::text, 'viewer'::text])))))
);
CREATE INDEX tokens_created_by ON tokens USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX tokens_person ON tokens USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX tokens_user ON tokens USING btree (user_id, kind, id);

create table tool_calls (
  id bigint generated always as identity not null,
  user_id bigint not null,
  conversation_id bigint,
  message_id bigint,
  key uuid not null,
  round integer not null,
  name text not null,
  arguments json not null,
  result json,
  created_at timestamp with time zone default clock_timestamp() not null,
  reply_id bigint,
  call_id bigint,
  constraint tool_calls_pkey PRIMARY KEY (id),
  constraint tool_calls_key_key UNIQUE (key),
  constraint tool_calls_subject CHECK (
CASE
    WHEN (call_id IS NULL) THEN ((conversation_id IS NOT NULL) AND (message_id IS NOT NULL))
    ELSE ((conversation_id IS NULL) AND (message_id IS NULL))
END)
);
CREATE INDEX tool_calls_call ON tool_calls USING btree (call_id) WHERE (call_id IS NOT NULL);
CREATE INDEX tool_calls_conversation ON tool_calls USING btree (conversation_id);
CREATE INDEX tool_calls_message ON tool_calls USING btree (message_id);

create table tools (
  id bigint generated always as identity not null,
  user_id bigint not null,
  name text not null,
  description text not null,
  endpoint text not null,
  method text not null,
  timeout integer not null,
  schema jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  sealed_headers bytea,
  constraint tools_pkey PRIMARY KEY (id)
);
CREATE INDEX tools_user ON tools USING btree (user_id, id);

create table turns (
  message_id bigint not null,
  user_id bigint not null,
  conversation_id bigint not null,
  process_id uuid not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  started_at timestamp with time zone,
  constraint turns_pkey PRIMARY KEY (message_id)
);
CREATE UNIQUE INDEX turns_running ON turns USING btree (conversation_id) WHERE (started_at IS NOT NULL);

create table unattributed_reports (
  id bigint generated always as identity not null,
  user_id bigint,
  sender_id bigint,
  what text not null,
  content text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint unattributed_reports_pkey PRIMARY KEY (id)
);
CREATE INDEX unattributed_reports_age ON unattributed_reports USING btree (created_at);
CREATE INDEX unattributed_reports_sender ON unattributed_reports USING btree (sender_id);

create table used_media_tokens (
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_media_tokens_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX used_media_tokens_expiry ON used_media_tokens USING btree (expires_at);

create table users (
  id bigint generated always as identity not null,
  name text not null,
  email text not null,
  timezone text default 'UTC'::text not null,
  balance_micros bigint default 0 not null,
  is_owner boolean default false not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  is_timezone_chosen boolean default false not null,
  pronunciations json default '[]'::json not null,
  low_balance_micros bigint default 5000000 not null,
  requires_second_factor boolean default false not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_balance_covered CHECK ((balance_micros >= 0)),
  constraint users_low_balance_micros_check CHECK ((low_balance_micros >= 0))
);
CREATE INDEX users_email ON users USING btree (lower(email));
CREATE UNIQUE INDEX users_single_owner ON users USING btree (is_owner) WHERE is_owner;

create table vendor_connections (
  user_id bigint not null,
  code text not null,
  settings jsonb default '{}'::jsonb not null,
  sealed_secrets bytea,
  key_hint text,
  saved_at timestamp with time zone default clock_timestamp() not null,
  constraint vendor_connections_pkey PRIMARY KEY (user_id, code)
);

create table visitor_spend (
  user_id bigint not null,
  assistant_id bigint not null,
  day date not null,
  spent_micros bigint not null,
  constraint visitor_spend_pkey PRIMARY KEY (assistant_id, day)
);

create table voices (
  id bigint generated always as identity not null,
  code text not null,
  name text not null,
  language_id bigint,
  gender text,
  accent text,
  age text,
  modes text[] not null,
  synthesizer_provider_id bigint,
  is_offered boolean default true not null,
  "position" integer default 0 not null,
  constraint voices_pkey PRIMARY KEY (id),
  constraint voices_code_key UNIQUE (code)
);

create unlogged table watched_accounts (
  user_id bigint not null,
  process_id uuid not null,
  until timestamp with time zone not null,
  constraint watched_accounts_pkey PRIMARY KEY (user_id, process_id)
);

create table webhook_attempts (
  delivery_id text not null,
  number integer not null,
  user_id bigint not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  status_code integer,
  reason text,
  response_body text default ''::text not null,
  constraint webhook_attempts_pkey PRIMARY KEY (delivery_id, number)
);

create table webhook_deliveries (
  id text not null,
  user_id bigint not null,
  target_id bigint not null,
  assistant_id bigint,
  event text not null,
  subject_id text not null,
  payload text not null,
  status text default 'pending'::text not null,
  attempt_count integer default 0 not null,
  retry_count integer default 0 not null,
  next_attempt_at timestamp with time zone not null,
  process_id uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  finished_at timestamp with time zone,
  is_forgotten boolean default false not null,
  is_subscribed boolean default false not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
) with (toast_tuple_target=128);
alter table webhook_deliveries alter column payload set storage external;
CREATE INDEX webhook_deliveries_age ON webhook_deliveries USING brin (created_at);
CREATE INDEX webhook_deliveries_claims ON webhook_deliveries USING btree (process_id) WHERE (process_id IS NOT NULL);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (target_id, next_attempt_at) WHERE ((status = 'pending'::text) AND (process_id IS NULL));
CREATE INDEX webhook_deliveries_forgotten ON webhook_deliveries USING btree (id) WHERE is_forgotten;
CREATE INDEX webhook_deliveries_of_subject ON webhook_deliveries USING btree (user_id, subject_id);
CREATE INDEX webhook_deliveries_user ON webhook_deliveries USING btree (user_id, created_at DESC, id DESC);

create table webhook_secrets (
  id bigint generated always as identity not null,
  user_id bigint not null,
  sealed_secret bytea not null,
  retires_at timestamp with time zone,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint webhook_secrets_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets USING btree (user_id) WHERE (retires_at IS NULL);
CREATE INDEX webhook_secrets_user ON webhook_secrets USING btree (user_id, id DESC);

create table webhook_targets (
  id bigint generated always as identity not null,
  user_id bigint not null,
  url text not null,
  failure_count integer default 0 not null,
  failing_since timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_reason text,
  created_at timestamp with time zone default clock_timestamp() not null,
  last_failed_at timestamp with time zone,
  events text[],
  description text,
  sealed_headers bytea,
  is_active boolean default true not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint webhook_targets_pkey PRIMARY KEY (id),
  constraint webhook_targets_check CHECK (((disabled_at IS NULL) = (disabled_reason IS NULL))),
  constraint webhook_targets_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text])))
);
CREATE UNIQUE INDEX webhook_targets_url ON webhook_targets USING btree (user_id, md5(url));

create table widget_pictures (
  user_id bigint not null,
  assistant_id bigint not null,
  content_type text not null,
  bytes bytea not null,
  sha256 text not null,
  created_at timestamp with time zone default now() not null,
  constraint widget_pictures_pkey PRIMARY KEY (assistant_id)
);
CREATE INDEX widget_pictures_user_id_idx ON widget_pictures USING btree (user_id);

create table widget_secrets (
  user_id bigint not null,
  assistant_id bigint not null,
  version uuid default gen_random_uuid() not null,
  sealed_secret bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint widget_secrets_pkey PRIMARY KEY (assistant_id)
);
CREATE INDEX widget_secrets_user_id_idx ON widget_secrets USING btree (user_id);

create table widget_used_tokens (
  user_id bigint not null,
  assistant_id bigint not null,
  hash bytea not null,
  request_key text,
  expires_at timestamp with time zone not null,
  constraint widget_used_tokens_pkey PRIMARY KEY (assistant_id, hash)
);
CREATE INDEX widget_used_tokens_expires_at_idx ON widget_used_tokens USING btree (expires_at);
CREATE INDEX widget_used_tokens_user_id_idx ON widget_used_tokens USING btree (user_id);

alter table alert_settings add constraint alert_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table alerts add constraint alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table assistants add constraint assistants_chat_llm_fallback_id_fkey FOREIGN KEY (chat_llm_fallback_id) REFERENCES models(id);
alter table assistants add constraint assistants_knowledgebase_id_fkey FOREIGN KEY (knowledgebase_id) REFERENCES knowledgebases(id) ON DELETE SET NULL;
alter table assistants add constraint assistants_language_id_fkey FOREIGN KEY (language_id) REFERENCES languages(id);
alter table assistants add constraint assistants_llm_model_id_fkey FOREIGN KEY (llm_model_id) REFERENCES models(id);
alter table assistants add constraint assistants_multimodal_model_id_fkey FOREIGN KEY (multimodal_model_id) REFERENCES models(id);
alter table assistants add constraint assistants_phone_number_id_fkey FOREIGN KEY (phone_number_id) REFERENCES phone_numbers(id) ON DELETE SET NULL;
alter table assistants add constraint assistants_synthesizer_provider_id_fkey FOREIGN KEY (synthesizer_provider_id) REFERENCES speech_providers(id);
alter table assistants add constraint assistants_transcriber_provider_id_fkey FOREIGN KEY (transcriber_provider_id) REFERENCES speech_providers(id);
alter table assistants add constraint assistants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table assistants add constraint assistants_voice_id_fkey FOREIGN KEY (voice_id) REFERENCES voices(id);
alter table attachment_pieces add constraint attachment_pieces_attachment_id_fkey FOREIGN KEY (attachment_id) REFERENCES attachments(id) ON DELETE CASCADE;
alter table attachments add constraint attachments_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table attachments add constraint attachments_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE;
alter table attachments add constraint attachments_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES senders(id) ON DELETE SET NULL;
alter table attachments add constraint attachments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table audit_log add constraint audit_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table blacklisted_numbers add constraint blacklisted_numbers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table call_events add constraint call_events_call_id_fkey FOREIGN KEY (call_id) REFERENCES calls(id) ON DELETE CASCADE;
alter table call_events add constraint call_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table call_recording_pieces add constraint call_recording_pieces_call_id_fkey FOREIGN KEY (call_id) REFERENCES calls(id) ON DELETE CASCADE;
alter table call_transcript add constraint call_transcript_call_id_fkey FOREIGN KEY (call_id) REFERENCES calls(id) ON DELETE CASCADE;
alter table call_transcript add constraint call_transcript_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table calls add constraint calls_assistant_id_fkey FOREIGN KEY (assistant_id) REFERENCES assistants(id) ON DELETE SET NULL;
alter table calls add constraint calls_phone_number_id_fkey FOREIGN KEY (phone_number_id) REFERENCES phone_numbers(id) ON DELETE SET NULL;
alter table calls add constraint calls_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table campaign_phone_numbers add constraint campaign_phone_numbers_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE;
alter table campaign_phone_numbers add constraint campaign_phone_numbers_phone_number_id_fkey FOREIGN KEY (phone_number_id) REFERENCES phone_numbers(id) ON DELETE CASCADE;
alter table campaign_standbacks add constraint campaign_standbacks_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE;
alter table campaigns add constraint campaigns_assistant_id_fkey FOREIGN KEY (assistant_id) REFERENCES assistants(id);
alter table campaigns add constraint campaigns_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table canned_replies add constraint canned_replies_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table channel_customers add constraint channel_customers_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES senders(id) ON DELETE CASCADE;
alter table channel_customers add constraint channel_customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table channel_messages add constraint channel_messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table channel_messages add constraint channel_messages_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE;
alter table channel_messages add constraint channel_messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES senders(id) ON DELETE SET NULL;
alter table channel_messages add constraint channel_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table charges add constraint charges_call_id_fkey FOREIGN KEY (call_id) REFERENCES calls(id) ON DELETE SET NULL;
alter table charges add constraint charges_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE SET NULL;
alter table charges add constraint charges_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE SET NULL;
alter table charges add constraint charges_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE SET NULL;
alter table charges add constraint charges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table chunks add constraint chunks_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE;
alter table chunks add constraint chunks_knowledgebase_id_fkey FOREIGN KEY (knowledgebase_id) REFERENCES knowledgebases(id) ON DELETE CASCADE;
alter table chunks add constraint chunks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table conversation_ends add constraint conversation_ends_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table conversation_ends add constraint conversation_ends_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table conversation_events add constraint conversation_events_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table conversation_events add constraint conversation_events_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL;
alter table conversation_notes add constraint conversation_notes_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table conversation_notes add constraint conversation_notes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL;
alter table conversation_presence add constraint conversation_presence_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table conversation_presence add constraint conversation_presence_user_id_person_id_fkey FOREIGN KEY (user_id, person_id) REFERENCES memberships(user_id, person_id) ON DELETE CASCADE;
alter table conversation_reads add constraint conversation_reads_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table conversation_reads add constraint conversation_reads_user_id_person_id_fkey FOREIGN KEY (user_id, person_id) REFERENCES memberships(user_id, person_id) ON DELETE CASCADE;
alter table conversations add constraint conversations_assigned_group FOREIGN KEY (user_id, assigned_group_id) REFERENCES inbox_groups(user_id, id) ON DELETE SET NULL (assigned_group_id);
alter table conversations add constraint conversations_assigned_person FOREIGN KEY (user_id, assigned_person_id) REFERENCES memberships(user_id, person_id) ON DELETE SET NULL (assigned_person_id);
alter table conversations add constraint conversations_assistant_id_fkey FOREIGN KEY (assistant_id) REFERENCES assistants(id) ON DELETE CASCADE;
alter table conversations add constraint conversations_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES senders(id) ON DELETE SET NULL;
alter table conversations add constraint conversations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table customer_aliases add constraint customer_aliases_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table document_file_pieces add constraint document_file_pieces_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE;
alter table documents add constraint documents_knowledgebase_id_fkey FOREIGN KEY (knowledgebase_id) REFERENCES knowledgebases(id) ON DELETE CASCADE;
alter table documents add constraint documents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table early_reports add constraint early_reports_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES senders(id) ON DELETE CASCADE;
alter table early_reports add constraint early_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table email_changes add constraint email_changes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table fetched_pages add constraint fetched_pages_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE;
alter table fetched_pages add constraint fetched_pages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table idempotency_keys add constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table inbox_group_members add constraint inbox_group_members_user_id_group_id_fkey FOREIGN KEY (user_id, group_id) REFERENCES inbox_groups(user_id, id) ON DELETE CASCADE;
alter table inbox_group_members add constraint inbox_group_members_user_id_person_id_fkey FOREIGN KEY (user_id, person_id) REFERENCES memberships(user_id, person_id) ON DELETE CASCADE;
alter table inbox_groups add constraint inbox_groups_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table inbox_readers add constraint inbox_readers_user_id_person_id_fkey FOREIGN KEY (user_id, person_id) REFERENCES memberships(user_id, person_id) ON DELETE CASCADE;
alter table invitations add constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES people(id) ON DELETE SET NULL;
alter table invitations add constraint invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table knowledgebases add constraint knowledgebases_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table lead_contacts add constraint lead_contacts_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE;
alter table lead_contacts add constraint lead_contacts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table leads add constraint leads_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE;
alter table leads add constraint leads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table mcp_servers add constraint mcp_servers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table memberships add constraint memberships_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table memberships add constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table messages add constraint messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table messages add constraint messages_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL;
alter table messages add constraint messages_reply_to_fkey FOREIGN KEY (reply_to) REFERENCES messages(id) ON DELETE CASCADE;
alter table messages add constraint messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table model_calls add constraint model_calls_call_id_fkey FOREIGN KEY (call_id) REFERENCES calls(id) ON DELETE CASCADE;
alter table model_calls add constraint model_calls_conversation_end_id_fkey FOREIGN KEY (conversation_end_id) REFERENCES conversation_ends(id) ON DELETE CASCADE;
alter table model_calls add constraint model_calls_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table model_calls add constraint model_calls_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE;
alter table model_calls add constraint model_calls_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table number_orders add constraint number_orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table opt_outs add constraint opt_outs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table password_resets add constraint password_resets_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table pending_answers add constraint pending_answers_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table pending_answers add constraint pending_answers_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE;
alter table pending_answers add constraint pending_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table people add constraint people_last_user_id_fkey FOREIGN KEY (last_user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table phone_numbers add constraint phone_numbers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table provider_failures add constraint provider_failures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table provider_logins add constraint provider_logins_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table received_messages add constraint received_messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table received_messages add constraint received_messages_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE;
alter table received_messages add constraint received_messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES senders(id) ON DELETE SET NULL;
alter table received_messages add constraint received_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table recovery_codes add constraint recovery_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES second_factors(person_id) ON DELETE CASCADE;
alter table search_documents add constraint search_documents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table second_factors add constraint second_factors_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;
alter table second_legs add constraint second_legs_call_id_fkey FOREIGN KEY (call_id) REFERENCES calls(id) ON DELETE CASCADE;
alter table second_legs add constraint second_legs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table senders add constraint senders_assistant_id_fkey FOREIGN KEY (assistant_id) REFERENCES assistants(id) ON DELETE SET NULL;
alter table senders add constraint senders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table sip_bindings add constraint sip_bindings_phone_number_id_fkey FOREIGN KEY (phone_number_id) REFERENCES sip_trunks(phone_number_id) ON DELETE CASCADE;
alter table sip_bindings add constraint sip_bindings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table sip_trunks add constraint sip_trunks_phone_number_id_fkey FOREIGN KEY (phone_number_id) REFERENCES phone_numbers(id) ON DELETE CASCADE;
alter table sip_trunks add constraint sip_trunks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table sms_messages add constraint sms_messages_phone_number_id_fkey FOREIGN KEY (phone_number_id) REFERENCES phone_numbers(id) ON DELETE SET NULL;
alter table sms_messages add constraint sms_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table templates add constraint templates_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES senders(id) ON DELETE CASCADE;
alter table templates add constraint templates_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table timeout_changes add constraint timeout_changes_assistant_id_fkey FOREIGN KEY (assistant_id) REFERENCES assistants(id) ON DELETE CASCADE;
alter table timeout_changes add constraint timeout_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table tokens add constraint tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES people(id) ON DELETE SET NULL;
alter table tokens add constraint tokens_of_members FOREIGN KEY (user_id, person_id) REFERENCES memberships(user_id, person_id) ON DELETE CASCADE;
alter table tokens add constraint tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table tool_calls add constraint tool_calls_call_id_fkey FOREIGN KEY (call_id) REFERENCES calls(id) ON DELETE CASCADE;
alter table tool_calls add constraint tool_calls_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table tool_calls add constraint tool_calls_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE;
alter table tool_calls add constraint tool_calls_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table tools add constraint tools_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table turns add constraint turns_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table turns add constraint turns_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE;
alter table turns add constraint turns_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table unattributed_reports add constraint unattributed_reports_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES senders(id) ON DELETE CASCADE;
alter table unattributed_reports add constraint unattributed_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table vendor_connections add constraint vendor_connections_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table visitor_spend add constraint visitor_spend_assistant_id_fkey FOREIGN KEY (assistant_id) REFERENCES assistants(id) ON DELETE CASCADE;
alter table visitor_spend add constraint visitor_spend_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table voices add constraint voices_language_id_fkey FOREIGN KEY (language_id) REFERENCES languages(id);
alter table voices add constraint voices_synthesizer_provider_id_fkey FOREIGN KEY (synthesizer_provider_id) REFERENCES speech_providers(id);
alter table watched_accounts add constraint watched_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table webhook_attempts add constraint webhook_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table webhook_deliveries add constraint webhook_deliveries_assistant_id_fkey FOREIGN KEY (assistant_id) REFERENCES assistants(id) ON DELETE SET NULL;
alter table webhook_deliveries add constraint webhook_deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table webhook_secrets add constraint webhook_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table webhook_targets add constraint webhook_targets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table widget_pictures add constraint widget_pictures_assistant_id_fkey FOREIGN KEY (assistant_id) REFERENCES assistants(id) ON DELETE CASCADE;
alter table widget_pictures add constraint widget_pictures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table widget_secrets add constraint widget_secrets_assistant_id_fkey FOREIGN KEY (assistant_id) REFERENCES assistants(id) ON DELETE CASCADE;
alter table widget_secrets add constraint widget_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table widget_used_tokens add constraint widget_used_tokens_assistant_id_fkey FOREIGN KEY (assistant_id) REFERENCES assistants(id) ON DELETE CASCADE;
alter table widget_used_tokens add constraint widget_used_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE OR REPLACE FUNCTION claim_webhook_deliveries(target bigint, capacity integer, due_at timestamp with time zone, claimant uuid)
 RETURNS SETOF webhook_deliveries
 LANGUAGE plpgsql
AS $function$
begin
  return query
    update webhook_deliveries set process_id = claimant
    where id = any(array(
      select due.id from webhook_deliveries due
      where due.target_id = target and due.status = 'pending' and due.process_id is null
        and due.next_attempt_at <= due_at
      order by due.next_attempt_at limit capacity for update skip locked))
    returning *;
end $function$;
comment on function claim_webhook_deliveries(bigint,integer,timestamp with time zone,uuid) is 'Claims due deliveries of a target for a process, up to its capacity, in the order of their due times.';

CREATE OR REPLACE FUNCTION deliver_event(endpoint webhook_targets, event text, subject text, assistant bigint, data json, happened timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  now timestamptz := clock_timestamp();
  delivery text := 'msg_' || lpad(to_hex(floor(extract(epoch from now) * 1000)::bigint), 12, '0')
    || left(replace(gen_random_uuid()::text, '-', ''), 20);
begin
  insert into webhook_deliveries
    (id, user_id, target_id, assistant_id, event, subject_id, payload, next_attempt_at, is_subscribed)
  values (delivery, endpoint.user_id, endpoint.id, assistant, event, subject,
    json_build_object('type', event, 'id', delivery, 'timestamp', iso_timestamp(happened), 'data', data), now, true);
  return delivery;
end $function$;
comment on function deliver_event(webhook_targets,text,text,bigint,json,timestamp with time zone) is 'Inserts the delivery of an event to one endpoint. Its id is also the id in the body.';

CREATE OR REPLACE FUNCTION event_call(call calls)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select json_build_object(
    'id', call.id, 'external_id', call.external_id, 'type', call.type, 'status', call.status,
    'customer_phone', call.client_phone_number, 'assistant_phone', call.assistant_phone_number,
    'assistant', event_assistant(call.assistant_id), 'campaign', event_campaign(call.campaign_id),
    'lead_id', call.lead_id, 'created_at', iso_timestamp(call.created_at))
$function$;
comment on function event_call(calls) is 'A call in the data of an event.';

CREATE OR REPLACE FUNCTION event_conversation(talk conversations)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select json_build_object(
    'conversation_id', talk.uuid, 'type', talk.type, 'assistant', event_assistant(talk.assistant_id),
    'customer_phone', talk.customer_phone, 'customer_identifier', talk.customer_identifier,
    'customer_name', talk.customer_name, 'created_at', iso_timestamp(talk.created_at))
$function$;
comment on function event_conversation(conversations) is 'A conversation in the data of an event.';

CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON alert_settings FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('alert_settings', '', '', '{}');
CREATE TRIGGER report_opened AFTER INSERT ON alerts FOR EACH ROW WHEN ((wants_event(new.user_id, 'alert.opened'::text) AND alert_channel(new.user_id, new.kind, 'webhook'::text))) EXECUTE FUNCTION report_alert('alert.opened');
CREATE TRIGGER report_resolved AFTER UPDATE OF resolved_at ON alerts FOR EACH ROW WHEN (((new.resolved_at IS NOT NULL) AND (old.resolved_at IS NULL) AND wants_event(new.user_id, 'alert.resolved'::text) AND alert_channel(new.user_id, new.kind, 'webhook'::text))) EXECUTE FUNCTION report_alert('alert.resolved');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON alerts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('alerts');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON alerts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('alerts');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON alerts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('alerts');
CREATE TRIGGER apply_inactivity_timeout AFTER UPDATE OF conversation_inactivity_timeout ON assistants FOR EACH ROW WHEN ((new.conversation_inactivity_timeout < COALESCE(old.conversation_inactivity_timeout, 2147483647))) EXECUTE FUNCTION apply_inactivity_timeout();
CREATE TRIGGER keep_known_mcp_servers BEFORE INSERT OR UPDATE OF mcp_server_ids, mcp_tools ON assistants FOR EACH ROW WHEN (((cardinality(new.mcp_server_ids) > 0) OR (json_array_length(new.mcp_tools) > 0))) EXECUTE FUNCTION keep_known_mcp_servers();
CREATE TRIGGER keep_known_tools BEFORE INSERT OR UPDATE OF tool_ids ON assistants FOR EACH ROW WHEN ((cardinality(new.tool_ids) > 0)) EXECUTE FUNCTION keep_known_tools();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON assistants FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('assistant', 'id', 'name', '{list_json}');
CREATE TRIGGER render_assistant BEFORE INSERT OR UPDATE ON assistants FOR EACH ROW EXECUTE FUNCTION render_assistant();
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON assistants REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('assistants');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON assistants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('assistants');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON assistants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('assistants');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON attachments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('messages');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON attachments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('messages');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON attachments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('messages');
CREATE TRIGGER keep_audit_log BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER keep_whole_audit_log BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER record_added AFTER INSERT ON blacklisted_numbers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_blacklist('created');
CREATE TRIGGER record_removed AFTER DELETE ON blacklisted_numbers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_blacklist('deleted');
CREATE TRIGGER report_opted_out AFTER INSERT ON blacklisted_numbers FOR EACH ROW WHEN (((new.source = 'call'::text) AND (new.call_id IS NOT NULL) AND wants_event(new.user_id, 'contact.opted_out'::text))) EXECUTE FUNCTION report_opt_out_in_call();
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON blacklisted_numbers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('blacklist');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON blacklisted_numbers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('blacklist');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON blacklisted_numbers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('blacklist');
CREATE TRIGGER alert_of_failure AFTER INSERT ON call_events FOR EACH ROW WHEN (((new.type = ANY (ARRAY['model-replaced'::text, 'provider-failed'::text])) AND (COALESCE((new.data ->> 'from'::text), (new.data ->> 'model'::text), (new.data ->> 'part'::text)) IS NOT NULL))) EXECUTE FUNCTION alert_of_call_event();
CREATE TRIGGER report_transferred AFTER INSERT ON call_events FOR EACH ROW WHEN (((new.type = 'transferred'::text) AND wants_event(new.user_id, 'call.transferred'::text))) EXECUTE FUNCTION report_call_transferred();
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON call_events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('calls');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON call_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('calls');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON call_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('calls');
CREATE TRIGGER index_inserted AFTER INSERT ON call_transcript REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION queue_calls_of_transcripts();
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON call_transcript REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('calls');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON call_transcript REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('calls');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON call_transcript REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('calls');
CREATE TRIGGER forget_deleted AFTER DELETE ON calls REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_deleted_sources('call');
CREATE TRIGGER forget_hidden AFTER UPDATE OF deleted_at ON calls FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION forget_hidden_call();
CREATE TRIGGER index_ended AFTER UPDATE OF ended_at ON calls FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION queue_ended_call();
CREATE TRIGGER index_inserted AFTER INSERT ON calls FOR EACH ROW WHEN ((new.ended_at IS NOT NULL)) EXECUTE FUNCTION queue_ended_call();
CREATE TRIGGER report_started AFTER UPDATE OF status ON calls FOR EACH ROW WHEN (((new.status = 'in-progress'::text) AND (old.status <> 'in-progress'::text) AND wants_event(new.user_id, 'call.started'::text))) EXECUTE FUNCTION report_call_started();
CREATE TRIGGER report_started_at_once AFTER INSERT ON calls FOR EACH ROW WHEN (((new.status = 'in-progress'::text) AND wants_event(new.user_id, 'call.started'::text))) EXECUTE FUNCTION report_call_started();
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON calls REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('calls');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON calls REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('calls');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON calls REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('calls');
CREATE TRIGGER alert_of_campaign AFTER UPDATE OF status, stop_reason, deleted_at ON campaigns FOR EACH ROW WHEN (((new.status IS DISTINCT FROM old.status) OR (new.stop_reason IS DISTINCT FROM old.stop_reason) OR (new.deleted_at IS DISTINCT FROM old.deleted_at))) EXECUTE FUNCTION alert_of_campaign();
CREATE TRIGGER forget_leads AFTER UPDATE OF deleted_at ON campaigns FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION forget_leads_of_campaign();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON campaigns FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('campaign', 'id', 'name', '{started_at,completed_at,has_chosen_numbers}');
CREATE TRIGGER report_completed AFTER UPDATE OF status ON campaigns FOR EACH ROW WHEN (((new.status = 'completed'::text) AND (old.status <> 'completed'::text) AND wants_event(new.user_id, 'campaign.completed'::text))) EXECUTE FUNCTION report_campaign('campaign.completed');
CREATE TRIGGER report_paused AFTER UPDATE OF status ON campaigns FOR EACH ROW WHEN (((new.status = 'stopped'::text) AND (old.status <> 'stopped'::text) AND wants_event(new.user_id, 'campaign.paused'::text))) EXECUTE FUNCTION report_campaign('campaign.paused');
CREATE TRIGGER report_started AFTER UPDATE OF status ON campaigns FOR EACH ROW WHEN (((new.status = 'in-progress'::text) AND (old.status <> 'in-progress'::text) AND wants_event(new.user_id, 'campaign.started'::text))) EXECUTE FUNCTION report_campaign('campaign.started');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON campaigns REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('campaigns');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON campaigns REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('campaigns');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON campaigns REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('campaigns');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON canned_replies FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('canned_reply', 'id', 'shortcut', '{}');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON canned_replies REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('canned_replies');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON canned_replies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('canned_replies');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON canned_replies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('canned_replies');
CREATE TRIGGER report_status AFTER UPDATE OF state ON channel_messages FOR EACH ROW WHEN (((new.state <> old.state) AND wants_event(new.user_id, 'message.status'::text))) EXECUTE FUNCTION report_message_status();
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON channel_messages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('messages');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON channel_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('messages');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON channel_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('messages');
CREATE TRIGGER count_visitor_call AFTER INSERT ON charges FOR EACH ROW WHEN ((new.call_id IS NOT NULL)) EXECUTE FUNCTION count_visitor_call();
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON charges REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('balance');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON charges REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('balance');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON charges REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('balance');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON conversation_ends REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('conversations');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON conversation_ends REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('conversations');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON conversation_ends REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('conversations');
CREATE TRIGGER index_deleted AFTER DELETE ON conversation_notes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION forget_deleted_notes();
CREATE TRIGGER index_inserted AFTER INSERT ON conversation_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION queue_conversations_of_notes();
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON conversation_notes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('conversations');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON conversation_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('conversations');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON conversation_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('conversations');
CREATE TRIGGER tell_watchers_of_arrival AFTER INSERT OR DELETE ON conversation_presence FOR EACH ROW EXECUTE FUNCTION tell_watchers_of_presence();
CREATE TRIGGER tell_watchers_of_typing AFTER UPDATE ON conversation_presence FOR EACH ROW WHEN ((new.is_typing <> old.is_typing)) EXECUTE FUNCTION tell_watchers_of_presence();
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON conversation_reads REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('reads');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON conversation_reads REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('reads');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON conversation_reads REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('reads');
CREATE TRIGGER begin_conversation BEFORE INSERT ON conversations FOR EACH ROW WHEN ((new.assistant_id IS NOT NULL)) EXECUTE FUNCTION begin_conversation();
CREATE TRIGGER change_answerer BEFORE UPDATE OF ai_enabled ON conversations FOR EACH ROW WHEN ((new.ai_enabled <> old.ai_enabled)) EXECUTE FUNCTION change_answerer();
CREATE TRIGGER change_conversation_assistant BEFORE UPDATE OF assistant_id ON conversations FOR EACH ROW WHEN (((new.ended_at IS NULL) AND (new.assistant_id IS DISTINCT FROM old.assistant_id))) EXECUTE FUNCTION change_conversation_assistant();
CREATE TRIGGER confirm_conversation_end AFTER INSERT ON conversations FOR EACH ROW WHEN ((new.assistant_id IS NOT NULL)) EXECUTE FUNCTION confirm_conversation_end();
CREATE TRIGGER continue_conversation BEFORE UPDATE OF message_count ON conversations FOR EACH ROW WHEN ((new.message_count IS DISTINCT FROM old.message_count)) EXECUTE FUNCTION continue_conversation();
CREATE TRIGGER forget_deleted AFTER DELETE ON conversations REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_deleted_sources('conversation');
CREATE TRIGGER index_customer AFTER UPDATE OF customer_name, customer_phone, customer_identifier ON conversations FOR EACH ROW WHEN (((old.customer_name IS DISTINCT FROM new.customer_name) OR (old.customer_phone IS DISTINCT FROM new.customer_phone) OR (old.customer_identifier IS DISTINCT FROM new.customer_identifier))) EXECUTE FUNCTION queue_conversation();
CREATE TRIGGER report_begun AFTER UPDATE OF message_count ON conversations FOR EACH ROW WHEN (((new.type = 'widget'::text) AND (new.message_count > 1) AND (old.message_count <= 1) AND wants_event(new.user_id, 'conversation.started'::text))) EXECUTE FUNCTION report_conversation('conversation.started');
CREATE TRIGGER report_handed_off AFTER UPDATE OF ai_enabled ON conversations FOR EACH ROW WHEN ((old.ai_enabled AND (NOT new.ai_enabled) AND (new.type <> 'test'::text) AND wants_event(new.user_id, 'conversation.handed_off'::text))) EXECUTE FUNCTION report_conversation('conversation.handed_off');
CREATE TRIGGER report_started AFTER INSERT ON conversations FOR EACH ROW WHEN (((new.type = ANY (ARRAY['msgapp'::text, 'api'::text])) AND wants_event(new.user_id, 'conversation.started'::text))) EXECUTE FUNCTION report_conversation('conversation.started');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON conversations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('conversations');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON conversations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('conversations');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON conversations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('conversations');
CREATE TRIGGER alert_of_document AFTER UPDATE OF status ON documents FOR EACH ROW WHEN (((new.status = 'failed'::text) <> (old.status = 'failed'::text))) EXECUTE FUNCTION alert_of_document();
CREATE TRIGGER end_alert AFTER DELETE ON documents FOR EACH ROW WHEN ((old.status = 'failed'::text)) EXECUTE FUNCTION end_alert('document_failed');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF name, description, url, links, relative_links_limit ON documents FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('document', 'id', 'name', '{status,stage,progress_done,progress_total,error,run,attempts,generation,building,worked_at,turn,warning,last_read_at,content_hash,refresh_error}');
CREATE TRIGGER report_active AFTER UPDATE OF status ON documents FOR EACH ROW WHEN (((new.status = 'active'::text) AND (old.status <> 'active'::text) AND wants_event(new.user_id, 'document.active'::text))) EXECUTE FUNCTION report_document('document.active');
CREATE TRIGGER report_failed AFTER UPDATE OF status ON documents FOR EACH ROW WHEN (((new.status = 'failed'::text) AND (old.status <> 'failed'::text) AND wants_event(new.user_id, 'document.failed'::text))) EXECUTE FUNCTION report_document('document.failed');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON documents REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('knowledge');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('knowledge');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('knowledge');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON inbox_group_members FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('inbox_group_member', 'person_id', '', '{}');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON inbox_group_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('groups');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON inbox_group_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('groups');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON inbox_group_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('groups');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON inbox_groups FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('inbox_group', 'id', 'name', '{}');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON inbox_groups REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('groups');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON inbox_groups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('groups');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON inbox_groups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('groups');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON invitations FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('invitation', 'id', 'email', '{token_hash,invited_by}');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON invitations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('members');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON invitations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('members');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON invitations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('members');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF name, description ON knowledgebases FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('knowledgebase', 'id', 'name', '{revision,embedding_model,embedding_dimensions,embedding_worker,embedding_lease_until,embedding_process}');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON knowledgebases REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('knowledge');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON knowledgebases REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('knowledge');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON knowledgebases REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('knowledge');
CREATE TRIGGER index_changed AFTER UPDATE OF phone_number, variables ON lead_contacts FOR EACH ROW WHEN (((old.phone_number <> new.phone_number) OR ((old.variables)::text <> (new.variables)::text))) EXECUTE FUNCTION queue_lead_of_contact();
CREATE TRIGGER index_deleted AFTER DELETE ON lead_contacts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION queue_leads_of_contacts();
CREATE TRIGGER index_inserted AFTER INSERT ON lead_contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION queue_leads_of_contacts();
CREATE TRIGGER mark_stopped BEFORE INSERT ON lead_contacts FOR EACH ROW WHEN ((new.status = 'blacklisted'::text)) EXECUTE FUNCTION mark_stopped();
CREATE TRIGGER mark_stopped_later BEFORE UPDATE OF status ON lead_contacts FOR EACH ROW WHEN ((((new.status = 'blacklisted'::text) OR old.is_stopped) AND (new.status <> old.status))) EXECUTE FUNCTION mark_stopped();
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON lead_contacts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('leads');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON lead_contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('leads');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON lead_contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('leads');
CREATE TRIGGER forget_deleted AFTER DELETE ON leads REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_deleted_sources('lead');
CREATE TRIGGER index_changed AFTER UPDATE OF phone_number, variables, external_id, campaign_id ON leads FOR EACH ROW WHEN (((old.phone_number <> new.phone_number) OR ((old.variables)::text <> (new.variables)::text) OR (old.external_id IS DISTINCT FROM new.external_id) OR (old.campaign_id <> new.campaign_id))) EXECUTE FUNCTION queue_lead();
CREATE TRIGGER index_inserted AFTER INSERT ON leads REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION queue_new_leads();
CREATE TRIGGER mark_stopped BEFORE INSERT ON leads FOR EACH ROW WHEN ((new.status = 'blacklisted'::text)) EXECUTE FUNCTION mark_stopped();
CREATE TRIGGER mark_stopped_later BEFORE UPDATE OF status, phone_number ON leads FOR EACH ROW WHEN ((((new.status = 'blacklisted'::text) OR old.is_stopped) AND ((new.status <> old.status) OR (new.phone_number <> old.phone_number)))) EXECUTE FUNCTION mark_stopped();
CREATE TRIGGER report_updated AFTER UPDATE OF status, goal_met, variables, phone_number, campaign_id ON leads FOR EACH ROW WHEN ((((new.status <> old.status) OR (new.goal_met IS DISTINCT FROM old.goal_met) OR ((new.variables)::text <> (old.variables)::text) OR (new.phone_number <> old.phone_number) OR (new.campaign_id <> old.campaign_id)) AND wants_event(new.user_id, 'lead.updated'::text))) EXECUTE FUNCTION report_lead();
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON leads REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('leads');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON leads REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('leads');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON leads REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('leads');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF name, url, timeout, sealed_headers ON mcp_servers FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('mcp_server', 'id', 'name', '{tools,tools_listed_at,listing_tried_at,listing_error}');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON mcp_servers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('tools');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON mcp_servers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('tools');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON mcp_servers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('tools');
CREATE TRIGGER begin_reading AFTER INSERT ON memberships FOR EACH ROW EXECUTE FUNCTION begin_reading();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF role ON memberships FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('member', 'person_id', '', '{person_id}');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON memberships REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('members');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON memberships REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('members');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON memberships REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('members');
CREATE TRIGGER follow_message AFTER INSERT ON messages FOR EACH ROW WHEN ((new.author <> 'ai'::text)) EXECUTE FUNCTION follow_message();
CREATE TRIGGER index_deleted AFTER DELETE ON messages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION forget_changed_messages();
CREATE TRIGGER index_edited AFTER UPDATE OF content ON messages FOR EACH ROW WHEN ((old.content IS DISTINCT FROM new.content)) EXECUTE FUNCTION forget_edited_message();
CREATE TRIGGER index_inserted AFTER INSERT ON messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION queue_conversations_of_messages();
CREATE TRIGGER report_received AFTER INSERT ON messages FOR EACH ROW WHEN (((new.role = 'user'::text) AND wants_event(new.user_id, 'message.received'::text))) EXECUTE FUNCTION report_message('message.received');
CREATE TRIGGER report_sent AFTER INSERT ON messages FOR EACH ROW WHEN (((new.role = 'assistant'::text) AND wants_event(new.user_id, 'message.sent'::text))) EXECUTE FUNCTION report_message('message.sent');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON messages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('messages');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('messages');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('messages');
CREATE TRIGGER alert_of_failure AFTER INSERT ON model_calls FOR EACH ROW WHEN ((new.error_code <> 'aborted'::text)) EXECUTE FUNCTION alert_of_model_call();
CREATE TRIGGER alert_of_success AFTER INSERT ON model_calls FOR EACH ROW WHEN (((new.error_code IS NULL) AND has_open_alert(new.user_id, 'provider_failed'::text, new.model))) EXECUTE FUNCTION alert_of_model_call();
CREATE TRIGGER report_opted_out AFTER INSERT ON opt_outs FOR EACH ROW WHEN ((new.opted_out AND wants_event(new.user_id, 'contact.opted_out'::text))) EXECUTE FUNCTION report_opt_out();
CREATE TRIGGER report_opted_out_again AFTER UPDATE OF opted_out ON opt_outs FOR EACH ROW WHEN ((new.opted_out AND (NOT old.opted_out) AND wants_event(new.user_id, 'contact.opted_out'::text))) EXECUTE FUNCTION report_opt_out();
CREATE TRIGGER record_person AFTER UPDATE OF name, email, password_hash ON people FOR EACH ROW EXECUTE FUNCTION record_person();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON phone_numbers FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('phone_number', 'id', 'phone_number', '{}');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON phone_numbers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('numbers');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON phone_numbers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('numbers');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON phone_numbers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('numbers');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON received_messages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('messages');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON received_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('messages');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON received_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('messages');
CREATE TRIGGER end_when_turned_off AFTER DELETE ON second_factors FOR EACH ROW WHEN ((old.confirmed_at IS NOT NULL)) EXECUTE FUNCTION end_when_turned_off();
CREATE TRIGGER record_turned_off AFTER DELETE ON second_factors FOR EACH ROW WHEN (((old.confirmed_at IS NOT NULL) AND (pg_trigger_depth() = 0))) EXECUTE FUNCTION record_second_factor();
CREATE TRIGGER record_turned_on AFTER UPDATE OF confirmed_at ON second_factors FOR EACH ROW WHEN (((old.confirmed_at IS NULL) AND (new.confirmed_at IS NOT NULL))) EXECUTE FUNCTION record_second_factor();
CREATE TRIGGER alert_of_sender AFTER UPDATE OF problem, quality_rating ON senders FOR EACH ROW WHEN (((new.problem IS DISTINCT FROM old.problem) OR (new.quality_rating <> old.quality_rating))) EXECUTE FUNCTION alert_of_sender();
CREATE TRIGGER end_alert AFTER DELETE ON senders FOR EACH ROW EXECUTE FUNCTION end_alert('sender_problem');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF assistant_id, provider, phone_number, display_name, sealed_credentials, webhook_key, is_switched_on ON senders FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('sender', 'id', 'display_name', '{quality_rating,messaging_limit,templates_synced_at,templates_error,templates_asked_at,problem,health_checked_at,status}');
CREATE TRIGGER report_changed AFTER UPDATE OF status, quality_rating, messaging_limit, display_name ON senders FOR EACH ROW WHEN ((((new.status <> old.status) OR (new.quality_rating <> old.quality_rating) OR (new.messaging_limit <> old.messaging_limit) OR (new.display_name <> old.display_name)) AND wants_event(new.user_id, 'sender.changed'::text))) EXECUTE FUNCTION report_sender();
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON senders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('senders');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON senders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('senders');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON senders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('senders');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON sip_bindings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('numbers');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON sip_bindings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('numbers');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON sip_bindings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('numbers');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON sip_trunks FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('sip_trunk', 'phone_number_id', 'nickname', '{phone_number_id}');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON sip_trunks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('numbers');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON sip_trunks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('numbers');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON sip_trunks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('numbers');
CREATE TRIGGER forget_deleted AFTER DELETE ON sms_messages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_deleted_sources('sms');
CREATE TRIGGER index_inserted AFTER INSERT ON sms_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION queue_new_sms();
CREATE TRIGGER report_received AFTER INSERT ON sms_messages FOR EACH ROW WHEN (((new.direction = 'inbound'::text) AND wants_event(new.user_id, 'message.received'::text))) EXECUTE FUNCTION report_sms('message.received');
CREATE TRIGGER report_sent AFTER INSERT ON sms_messages FOR EACH ROW WHEN (((new.direction = 'outbound'::text) AND wants_event(new.user_id, 'message.sent'::text))) EXECUTE FUNCTION report_sms('message.sent');
CREATE TRIGGER report_status AFTER UPDATE OF state ON sms_messages FOR EACH ROW WHEN (((new.state <> old.state) AND wants_event(new.user_id, 'message.status'::text))) EXECUTE FUNCTION report_sms_status();
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON sms_messages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('sms');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON sms_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('sms');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON sms_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('sms');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON templates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('templates');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON templates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('templates');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON templates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('templates');
CREATE TRIGGER end_calls_of_moved_sessions AFTER UPDATE OF user_id ON tokens FOR EACH ROW WHEN (((old.kind = 'session'::text) AND (old.user_id <> new.user_id))) EXECUTE FUNCTION end_calls_of_sessions();
CREATE TRIGGER end_calls_of_sessions AFTER DELETE ON tokens FOR EACH ROW WHEN ((old.kind = 'session'::text)) EXECUTE FUNCTION end_calls_of_sessions();
CREATE TRIGGER record_token AFTER INSERT OR DELETE OR UPDATE OF user_id ON tokens FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_token();
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON tokens REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('api_keys');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON tokens REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('api_keys');
CREATE TRIGGER tell_watchers_of_move AFTER UPDATE OF user_id ON tokens FOR EACH ROW WHEN ((old.user_id <> new.user_id)) EXECUTE FUNCTION tell_watchers_of_move();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON tools FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('tool', 'id', 'name', '{}');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON tools REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('tools');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON tools REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('tools');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON tools REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('tools');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON unattributed_reports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('senders');
CREATE TRIGGER alert_of_balance AFTER UPDATE OF balance_micros, low_balance_micros ON users FOR EACH ROW WHEN (((new.balance_micros < new.low_balance_micros) <> (old.balance_micros < old.low_balance_micros))) EXECUTE FUNCTION alert_of_balance();
CREATE TRIGGER end_when_required AFTER UPDATE OF requires_second_factor ON users FOR EACH ROW WHEN ((new.requires_second_factor AND (NOT old.requires_second_factor))) EXECUTE FUNCTION end_when_required();
CREATE TRIGGER record_change AFTER UPDATE OF name, email, timezone, pronunciations, low_balance_micros, requires_second_factor ON users FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('account', 'id', 'name', '{balance_micros,is_owner,is_timezone_chosen}');
CREATE TRIGGER report_low AFTER UPDATE OF balance_micros ON users FOR EACH ROW WHEN (((new.balance_micros < 5000000) AND (old.balance_micros >= 5000000) AND wants_event(new.id, 'balance.low'::text))) EXECUTE FUNCTION report_low_balance();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON vendor_connections FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('vendor', 'code', 'code', '{key_hint,saved_at}');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON webhook_deliveries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('webhooks');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON webhook_deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('webhooks');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON webhook_deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('webhooks');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON webhook_secrets FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('webhook_secret', 'id', '', '{}');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON webhook_secrets REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('webhooks');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON webhook_secrets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('webhooks');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON webhook_secrets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('webhooks');
CREATE TRIGGER alert_of_endpoint AFTER UPDATE OF disabled_at ON webhook_targets FOR EACH ROW WHEN (((new.disabled_at IS NULL) <> (old.disabled_at IS NULL))) EXECUTE FUNCTION alert_of_endpoint();
CREATE TRIGGER end_alert AFTER DELETE ON webhook_targets FOR EACH ROW WHEN ((old.disabled_at IS NOT NULL)) EXECUTE FUNCTION end_alert('endpoint_disabled');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF url, disabled_at, disabled_reason, events, description, sealed_headers, is_active ON webhook_targets FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('webhook_endpoint', 'id', 'url', '{failure_count,failing_since,last_failed_at}');
CREATE TRIGGER tell_watchers_of_delete AFTER DELETE ON webhook_targets REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('webhooks');
CREATE TRIGGER tell_watchers_of_insert AFTER INSERT ON webhook_targets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('webhooks');
CREATE TRIGGER tell_watchers_of_update AFTER UPDATE ON webhook_targets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_watchers('webhooks');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON widget_pictures FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('widget', 'assistant_id', '', '{assistant_id,bytes}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON widget_secrets FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION record_change('widget', 'assistant_id', '', '{assistant_id,version}');

insert into languages (id, name, iso_2) values
  ('1', 'English', 'en'),
  ('2', 'Romanian', 'ro'),
  ('3', 'French', 'fr'),
  ('4', 'Spanish', 'es'),
  ('5', 'German', 'de'),
  ('6', 'Lithuanian', 'lt'),
  ('7', 'Italian', 'it'),
  ('8', 'Arabic', 'ar'),
  ('9', 'Portuguese', 'pt'),
  ('10', 'Danish', 'da'),
  ('11', 'Dutch', 'nl'),
  ('12', 'Polish', 'pl'),
  ('13', 'Swedish', 'sv'),
  ('14', 'Norwegian', 'no'),
  ('15', 'Finnish', 'fi'),
  ('16', 'Czech', 'cs'),
  ('17', 'Slovak', 'sk'),
  ('18', 'Hungarian', 'hu'),
  ('19', 'Bulgarian', 'bg'),
  ('20', 'Greek', 'el'),
  ('21', 'Turkish', 'tr'),
  ('22', 'Russian', 'ru'),
  ('23', 'Ukrainian', 'uk'),
  ('24', 'Hindi', 'hi'),
  ('25', 'Japanese', 'ja'),
  ('26', 'Chinese', 'zh'),
  ('27', 'Korean', 'ko'),
  ('28', 'Vietnamese', 'vi'),
  ('29', 'Indonesian', 'id'),
  ('30', 'Hebrew', 'he');
