-- The only place that computes when an inactive conversation ends.
create function inactivity_end(active_at timestamptz, timeout_minutes integer) returns timestamptz
  language sql stable parallel safe
  return active_at + make_interval(mins => timeout_minutes);

create or replace function begin_conversation() returns trigger language plpgsql as $$
begin
  select inactivity_end(new.active_at, conversation_inactivity_timeout) into new.end_check_at
    from assistants where id = new.assistant_id;
  return new;
end $$;

create or replace function confirm_conversation_end() returns trigger language plpgsql as $$
declare
  ends_at timestamptz(3);
begin
  select inactivity_end(new.active_at, conversation_inactivity_timeout) into ends_at
    from assistants where id = new.assistant_id for share;
  if new.end_check_at is distinct from ends_at then
    update conversations set end_check_at = ends_at where user_id = new.user_id and id = new.id;
  end if;
  return null;
end $$;

create or replace function continue_conversation() returns trigger language plpgsql as $$
begin
  new.active_at := clock_timestamp();
  if new.ended_at is not null then
    select null, inactivity_end(new.active_at, conversation_inactivity_timeout)
      into new.ended_at, new.end_check_at
      from assistants where id = new.assistant_id and conversation_ended_retrigger;
    if not found then
      new.ended_at := old.ended_at;
    end if;
  end if;
  return new;
end $$;

create or replace function change_conversation_assistant() returns trigger language plpgsql as $$
begin
  new.end_check_at := (
    select greatest(inactivity_end(new.active_at, conversation_inactivity_timeout), clock_timestamp())
    from assistants where id = new.assistant_id);
  return new;
end $$;

-- The rule that each function holds, for readers of schema.sql.
comment on function inactivity_end is
  'When a conversation without further messages ends; null without a timeout. All functions and statements use it.';
comment on function begin_conversation is 'A new conversation is checked when it would end.';
comment on function confirm_conversation_end is
  'A concurrent change of the timeout would miss a new conversation, so this locks the assistant and computes again.';
comment on function continue_conversation is
  'Every message increments message_count: it postpones the end, and begins an ended conversation again if it may end twice.';
comment on function change_conversation_assistant is
  'Another assistant has another timeout; an end that would be in the past is now.';
comment on function apply_inactivity_timeout is
  'A shorter timeout is queued, and applied to the assistant''s conversations in batches. A longer one counts from the next check.';
comment on function customer_key is 'The customer that an identity belongs to: the identity itself, or the one it was linked to.';
comment on function customer_phones is 'All phone numbers of a customer.';
comment on function is_blacklisted is 'Whether a number, in any spelling, is on the account''s do-not-call list.';
comment on function is_unreachable is 'Whether messages and calls to an identity are refused: opted out, or on the do-not-call list.';
comment on function is_process_alive is 'It holds its lock or sent a heartbeat recently: a short disconnection does not count as death.';
comment on function iso_timestamp is 'ISO 8601 in UTC with microseconds, as in the contract.';
comment on function plain_timestamp is '`YYYY-MM-DD HH:MM:SS` in UTC.';
comment on function keep_known_tools is
  'An assistant saved while one of its tools is deleted does not keep the tool''s id: the lock serializes both.';
comment on function link_customers is 'Two identities turn out to be one customer: threads, opt-outs and lists become one.';
comment on function number_key is 'One key for all spellings of a phone number, for example with and without the Mexican 1.';
comment on function number_spellings is 'All spellings of the number with this key.';
comment on function phone_number_type_label is 'The label of a number''s type in answers.';
comment on function render_assistant is 'Stores the answer of the assistant with the assistant, so that lists need not build it.';
comment on function tell_watchers is
  'Notifies consoles of changes, once per statement, and only for accounts that are watched, because commits that notify are serialized.';
comment on function claim_webhook_deliveries is
  'Claims due deliveries of a target for a process, up to its capacity, in the order of their due times.';
