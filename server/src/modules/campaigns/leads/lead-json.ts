/** SQL for the contacts of `lead`, in their order. */
const CONTACTS = `coalesce((select json_agg(json_build_object(
    'id', contact.id, 'phone_number', contact.phone_number, 'variables', contact.variables,
    'status', contact.status, 'created_at', plain_timestamp(contact.created_at),
    'updated_at', plain_timestamp(contact.updated_at), 'call_tries', contact.call_tries,
    'last_outcome', contact.last_outcome) order by position)
  from lead_contacts contact where contact.lead_id = lead.id), '[]')`;

/** SQL for a row `lead` of a `campaign` as clients see it, without why it waits. */
export const LEAD_JSON = `json_build_object(
  'id', lead.id, 'campaign_id', lead.campaign_id, 'phone_number', lead.phone_number,
  'variables', lead.variables, 'status', lead.status, 'created_at', plain_timestamp(lead.created_at),
  'updated_at', plain_timestamp(lead.updated_at),
  'campaign', json_build_object('id', campaign.id, 'name', campaign.name),
  'secondary_contacts', ${CONTACTS}, 'call_tries', lead.call_tries, 'retries', lead.retries,
  'last_outcome', lead.last_outcome, 'goal_met', lead.goal_met, 'due_at', iso_timestamp(lead.due_at))`;

/** SQL for what tells why the row `lead` waits. */
export const LEAD_FACTS = `lead.campaign_id as "campaignId", lead.status, lead.due_at as "dueAt",
  lead.zone_key as "zoneKey", exists (select from calls
    where calls.id = lead.call_id and calls.ended_at is not null) as "isCallOver",
  exists (select from calls
    where calls.user_id = lead.user_id and calls.campaign_id is not null and calls.ended_at is null
      and calls.client_phone_number = coalesce(
        (select phone_number from lead_contacts where id = lead.contact_id), lead.phone_number)
      and calls.lead_id is distinct from lead.id) as "isNumberInCall"`;
