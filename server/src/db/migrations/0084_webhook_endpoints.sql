-- Endpoints that are subscribed to events. An endpoint without `events` gets only the webhooks of assistants.
alter table webhook_targets
  add events text[],
  add description text,
  add sealed_headers bytea,
  add is_active boolean default true not null,
  add updated_at timestamptz default clock_timestamp() not null;

-- Deliveries of a subscription; the others are webhooks of assistants.
alter table webhook_deliveries add is_subscribed boolean default false not null;

-- Deliveries about one object: three events of a call, five of a conversation.
create index webhook_deliveries_of_subject on webhook_deliveries (user_id, subject_id);
drop index webhook_deliveries_of_calls;

create function wants_event(account bigint, event text) returns boolean stable language plpgsql as $$
begin
  return exists (
    select from webhook_targets endpoint
    where endpoint.user_id = account and endpoint.is_active and endpoint.events && array[event, '*']);
end $$;
comment on function wants_event is
  'Whether an active endpoint of the account is subscribed to an event: the condition of every report_… trigger.';

create function deliver_event(endpoint webhook_targets, event text, subject text, assistant bigint, data json, happened timestamptz)
returns text language plpgsql as $$
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
end $$;
comment on function deliver_event is 'Inserts the delivery of an event to one endpoint. Its id is also the id in the body.';

create function record_event(account bigint, event text, subject text, assistant bigint, data json,
  happened timestamptz default clock_timestamp())
returns bigint[] language plpgsql as $$
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
end $$;
comment on function record_event is
  'Inserts a delivery for each active endpoint that is subscribed to the event; returns their ids. Dispatchers find it by polling.';

create function event_assistant(assistant bigint) returns json stable language sql as $$
  select json_build_object('id', id, 'uuid', uuid, 'name', name) from assistants where id = assistant
$$;
comment on function event_assistant is 'An assistant in the data of an event.';

create function event_campaign(campaign bigint) returns json stable language sql as $$
  select json_build_object('id', id, 'name', name) from campaigns where id = campaign
$$;
comment on function event_campaign is 'A campaign in the data of an event.';

create function event_call(call calls) returns json stable language sql as $$
  select json_build_object(
    'id', call.id, 'type', call.type, 'status', call.status, 'customer_phone', call.client_phone_number,
    'assistant_phone', call.assistant_phone_number, 'assistant', event_assistant(call.assistant_id),
    'campaign', event_campaign(call.campaign_id), 'lead_id', call.lead_id, 'created_at', iso_timestamp(call.created_at))
$$;
comment on function event_call is 'A call in the data of an event.';

create function event_conversation(talk conversations) returns json stable language sql as $$
  select json_build_object(
    'conversation_id', talk.uuid, 'type', talk.type, 'assistant', event_assistant(talk.assistant_id),
    'customer_phone', talk.customer_phone, 'customer_identifier', talk.customer_identifier,
    'customer_name', talk.customer_name, 'created_at', iso_timestamp(talk.created_at))
$$;
comment on function event_conversation is 'A conversation in the data of an event.';

create function report_call_started() returns trigger language plpgsql as $$
begin
  perform record_event(new.user_id, 'call.started', new.id::text, new.assistant_id, event_call(new));
  return null;
end $$;
comment on function report_call_started is 'call.started: a call was answered.';

create function report_call_transferred() returns trigger language plpgsql as $$
begin
  perform record_event(new.user_id, 'call.transferred', call.id::text, call.assistant_id, json_build_object(
    'call', event_call(call), 'kind', new.data -> 'kind', 'target', new.data -> 'target',
    'outcome', new.data -> 'outcome', 'reason', new.data -> 'reason', 'at_ms', new.at_ms))
  from calls call where call.id = new.call_id;
  return null;
end $$;
comment on function report_call_transferred is 'call.transferred: an attempt to transfer a call has succeeded or failed.';

create function report_conversation() returns trigger language plpgsql as $$
begin
  perform record_event(new.user_id, tg_argv[0], new.uuid::text, new.assistant_id, event_conversation(new));
  return null;
end $$;
comment on function report_conversation is 'An event about a conversation as a whole; the argument is its type.';

create function report_message() returns trigger language plpgsql as $$
begin
  -- A widget's greeting is not reported: the visitor has only opened the page.
  perform record_event(new.user_id, tg_argv[0], talk.uuid::text, talk.assistant_id, json_build_object(
    'message_id', new.id, 'channel', talk.type, 'conversation', event_conversation(talk), 'from', null, 'to', null,
    'author', new.author, 'text', new.content, 'created_at', iso_timestamp(new.created_at)))
  from conversations talk
  where talk.id = new.conversation_id and talk.type <> 'test'
    and not (new.role = 'assistant' and talk.type = 'widget' and talk.message_count <= 1);
  return null;
end $$;
comment on function report_message is 'message.received and message.sent of a conversation; the argument is the type.';

create function report_sms() returns trigger language plpgsql as $$
begin
  perform record_event(new.user_id, tg_argv[0], 'sms_' || new.id, null, json_build_object(
    'message_id', new.id, 'channel', 'sms', 'conversation', null, 'from', new.from_number, 'to', new.to_number,
    'author', case new.direction when 'inbound' then 'customer' else 'human' end, 'text', new.body,
    'created_at', iso_timestamp(new.created_at)));
  return null;
end $$;
comment on function report_sms is 'message.received and message.sent of an SMS; the argument is the type.';

create function report_message_status() returns trigger language plpgsql as $$
begin
  perform record_event(new.user_id, 'message.status', talk.uuid::text, talk.assistant_id, json_build_object(
    'message_id', new.message_id, 'channel', talk.type, 'conversation_id', talk.uuid, 'status', new.state,
    'error_code', new.error_code, 'error', new.error))
  from conversations talk where talk.id = new.conversation_id;
  return null;
end $$;
comment on function report_message_status is 'message.status: the delivery state of a message on the channel has changed.';

create function report_sms_status() returns trigger language plpgsql as $$
begin
  perform record_event(new.user_id, 'message.status', 'sms_' || new.id, null, json_build_object(
    'message_id', new.id, 'channel', 'sms', 'conversation_id', null, 'status', new.state,
    'error_code', new.error_code, 'error', new.error));
  return null;
end $$;
comment on function report_sms_status is 'message.status: the delivery state of an SMS has changed.';

create function report_lead() returns trigger language plpgsql as $$
begin
  perform record_event(new.user_id, 'lead.updated', new.id::text, null, json_build_object(
    'id', new.id, 'phone_number', new.phone_number, 'campaign', event_campaign(new.campaign_id), 'status', new.status,
    'previous_status', old.status, 'variables', new.variables, 'call_tries', new.call_tries,
    'last_outcome', new.last_outcome, 'goal_met', new.goal_met, 'created_at', iso_timestamp(new.created_at)));
  return null;
end $$;
comment on function report_lead is 'lead.updated: what the account sees of a lead has changed. New leads are not reported.';

create function report_campaign() returns trigger language plpgsql as $$
begin
  perform record_event(new.user_id, tg_argv[0], new.id::text, new.assistant_id, json_build_object(
    'id', new.id, 'name', new.name, 'status', new.status, 'stop_reason', new.stop_reason,
    'assistant', event_assistant(new.assistant_id)));
  return null;
end $$;
comment on function report_campaign is 'An event about a campaign; the argument is its type.';

create function report_opt_out() returns trigger language plpgsql as $$
begin
  perform record_event(new.user_id, 'contact.opted_out', new.customer_key, null, json_build_object(
    'customer_phone', case when new.customer_key like '+%' then new.customer_key end,
    'customer_identifier', case when new.customer_key not like '+%' then new.customer_key end,
    'source', new.source, 'call_id', null));
  return null;
end $$;
comment on function report_opt_out is 'contact.opted_out: a customer wrote STOP or opted out through the carrier.';

create function report_opt_out_in_call() returns trigger language plpgsql as $$
begin
  perform record_event(new.user_id, 'contact.opted_out', new.phone_number, null, json_build_object(
    'customer_phone', new.phone_number, 'customer_identifier', null, 'source', 'call', 'call_id', new.call_id));
  return null;
end $$;
comment on function report_opt_out_in_call is 'contact.opted_out: a customer asked in a call not to be called again.';

create function report_document() returns trigger language plpgsql as $$
begin
  perform record_event(new.user_id, tg_argv[0], new.id::text, null, json_build_object(
    'id', new.id, 'knowledgebase_id', new.knowledgebase_id, 'name', new.name, 'type', new.type, 'status', new.status,
    'warning', new.warning, 'error', new.error));
  return null;
end $$;
comment on function report_document is 'An event about a document; the argument is its type.';

create function report_sender() returns trigger language plpgsql as $$
begin
  perform record_event(new.user_id, 'sender.changed', new.id::text, new.assistant_id, json_build_object(
    'id', new.id, 'phone_number', new.phone_number, 'display_name', new.display_name, 'status', new.status,
    'quality_rating', new.quality_rating, 'messaging_limit', new.messaging_limit));
  return null;
end $$;
comment on function report_sender is 'sender.changed: the health or the name of a sender has changed.';

create function report_low_balance() returns trigger language plpgsql as $$
begin
  perform record_event(new.id, 'balance.low', new.id::text, null, json_build_object(
    'balance', new.balance_micros / 1000000.0::float8, 'threshold', 5));
  return null;
end $$;
comment on function report_low_balance is 'balance.low: the balance has fallen below 5 USD.';

-- The comparison comes first, so that other changes cost nothing; `wants_event` is one index probe.
create trigger report_started after update of status on calls for each row
  when (new.status = 'in-progress' and old.status <> 'in-progress' and wants_event(new.user_id, 'call.started'))
  execute function report_call_started();
create trigger report_started_at_once after insert on calls for each row
  when (new.status = 'in-progress' and wants_event(new.user_id, 'call.started'))
  execute function report_call_started();
create trigger report_transferred after insert on call_events for each row
  when (new.type = 'transferred' and wants_event(new.user_id, 'call.transferred'))
  execute function report_call_transferred();

create trigger report_started after insert on conversations for each row
  when (new.type in ('msgapp', 'api') and wants_event(new.user_id, 'conversation.started'))
  execute function report_conversation('conversation.started');
-- A widget's first message may be its greeting.
create trigger report_begun after update of message_count on conversations for each row
  when (new.type = 'widget' and new.message_count > 1 and old.message_count <= 1
    and wants_event(new.user_id, 'conversation.started'))
  execute function report_conversation('conversation.started');
create trigger report_handed_off after update of ai_enabled on conversations for each row
  when (old.ai_enabled and not new.ai_enabled and new.type <> 'test'
    and wants_event(new.user_id, 'conversation.handed_off'))
  execute function report_conversation('conversation.handed_off');

create trigger report_received after insert on messages for each row
  when (new.role = 'user' and wants_event(new.user_id, 'message.received'))
  execute function report_message('message.received');
create trigger report_sent after insert on messages for each row
  when (new.role = 'assistant' and wants_event(new.user_id, 'message.sent'))
  execute function report_message('message.sent');
create trigger report_received after insert on sms_messages for each row
  when (new.direction = 'inbound' and wants_event(new.user_id, 'message.received'))
  execute function report_sms('message.received');
create trigger report_sent after insert on sms_messages for each row
  when (new.direction = 'outbound' and wants_event(new.user_id, 'message.sent'))
  execute function report_sms('message.sent');
create trigger report_status after update of state on channel_messages for each row
  when (new.state <> old.state and wants_event(new.user_id, 'message.status'))
  execute function report_message_status();
create trigger report_status after update of state on sms_messages for each row
  when (new.state <> old.state and wants_event(new.user_id, 'message.status'))
  execute function report_sms_status();

create trigger report_updated after update of status, goal_met, variables, phone_number, campaign_id on leads
  for each row
  when ((new.status <> old.status or new.goal_met is distinct from old.goal_met
    or new.variables::text <> old.variables::text or new.phone_number <> old.phone_number
    or new.campaign_id <> old.campaign_id) and wants_event(new.user_id, 'lead.updated'))
  execute function report_lead();

create trigger report_started after update of status on campaigns for each row
  when (new.status = 'in-progress' and old.status <> 'in-progress' and wants_event(new.user_id, 'campaign.started'))
  execute function report_campaign('campaign.started');
create trigger report_completed after update of status on campaigns for each row
  when (new.status = 'completed' and old.status <> 'completed' and wants_event(new.user_id, 'campaign.completed'))
  execute function report_campaign('campaign.completed');
create trigger report_paused after update of status on campaigns for each row
  when (new.status = 'stopped' and old.status <> 'stopped' and wants_event(new.user_id, 'campaign.paused'))
  execute function report_campaign('campaign.paused');

create trigger report_opted_out after insert on opt_outs for each row
  when (new.opted_out and wants_event(new.user_id, 'contact.opted_out'))
  execute function report_opt_out();
create trigger report_opted_out_again after update of opted_out on opt_outs for each row
  when (new.opted_out and not old.opted_out and wants_event(new.user_id, 'contact.opted_out'))
  execute function report_opt_out();
create trigger report_opted_out after insert on blacklisted_numbers for each row
  when (new.source = 'call' and wants_event(new.user_id, 'contact.opted_out'))
  execute function report_opt_out_in_call();

create trigger report_active after update of status on documents for each row
  when (new.status = 'active' and old.status <> 'active' and wants_event(new.user_id, 'document.active'))
  execute function report_document('document.active');
create trigger report_failed after update of status on documents for each row
  when (new.status = 'failed' and old.status <> 'failed' and wants_event(new.user_id, 'document.failed'))
  execute function report_document('document.failed');

create trigger report_changed after update of status, quality_rating, messaging_limit, display_name on senders
  for each row
  when ((new.status <> old.status or new.quality_rating <> old.quality_rating
    or new.messaging_limit <> old.messaging_limit or new.display_name <> old.display_name)
    and wants_event(new.user_id, 'sender.changed'))
  execute function report_sender();

create trigger report_low after update of balance_micros on users for each row
  when (new.balance_micros < 5000000 and old.balance_micros >= 5000000 and wants_event(new.id, 'balance.low'))
  execute function report_low_balance();
