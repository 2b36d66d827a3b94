-- Systems that know leads and calls by their own ids find them in events.
create or replace function event_call(call calls) returns json language sql stable as $$
  select json_build_object(
    'id', call.id, 'external_id', call.external_id, 'type', call.type, 'status', call.status,
    'customer_phone', call.client_phone_number, 'assistant_phone', call.assistant_phone_number,
    'assistant', event_assistant(call.assistant_id), 'campaign', event_campaign(call.campaign_id),
    'lead_id', call.lead_id, 'created_at', iso_timestamp(call.created_at))
$$;

create or replace function report_lead() returns trigger language plpgsql as $$
begin
  perform record_event(new.user_id, 'lead.updated', new.id::text, null, json_build_object(
    'id', new.id, 'external_id', new.external_id, 'phone_number', new.phone_number,
    'campaign', event_campaign(new.campaign_id), 'status', new.status, 'previous_status', old.status,
    'variables', new.variables, 'call_tries', new.call_tries, 'last_outcome', new.last_outcome,
    'goal_met', new.goal_met, 'created_at', iso_timestamp(new.created_at)));
  return null;
end $$;
