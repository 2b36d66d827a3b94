import type { Lead } from '#contract/leads.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { UndialableNumber } from '../rules/undialable.ts';
import { CONTACT_UNDIALABLE, OWN_UNDIALABLE, undialableJson } from './undialable-json.ts';

const CONTACT_JSON = jsonObject<Lead['secondary_contacts'][number]>({
  id: 'contact.id',
  phone_number: 'contact.phone_number',
  variables: 'contact.variables',
  status: 'contact.status',
  created_at: 'plain_timestamp(contact.created_at)',
  updated_at: 'plain_timestamp(contact.updated_at)',
  call_tries: 'contact.call_tries',
  last_outcome: 'contact.last_outcome',
  left_out: undialableJson(CONTACT_UNDIALABLE),
});

/** SQL for the contacts of `lead` in order. */
const CONTACTS = `coalesce((select json_agg(${CONTACT_JSON} order by position)
  from lead_contacts contact where contact.lead_id = lead.id), '[]')`;

/** SQL for the API representation of `lead` in `campaign`, without its waiting reason. */
export const LEAD_JSON = jsonObject<Omit<Lead, 'waiting'>>({
  id: 'lead.id',
  campaign_id: 'lead.campaign_id',
  phone_number: 'lead.phone_number',
  variables: 'lead.variables',
  status: 'lead.status',
  created_at: 'plain_timestamp(lead.created_at)',
  updated_at: 'plain_timestamp(lead.updated_at)',
  campaign: jsonObject<Lead['campaign']>({ id: 'campaign.id', name: 'campaign.name' }),
  secondary_contacts: CONTACTS,
  call_tries: 'lead.call_tries',
  retries: 'lead.retries',
  last_outcome: 'lead.last_outcome',
  goal_met: 'lead.goal_met',
  due_at: 'iso_timestamp(lead.due_at)',
  left_out: undialableJson(OWN_UNDIALABLE),
});

/** SQL for the facts behind the waiting reason of `lead`. */
export const LEAD_FACTS = `lead.campaign_id as "campaignId", lead.status, lead.due_at as "dueAt",
  lead.zone_key as "zoneKey", exists (select from calls
    where calls.id = lead.call_id and calls.ended_at is not null) as "isCallOver",
  exists (select from calls
    where calls.user_id = lead.user_id and calls.ended_at is null
      and calls.client_phone_number = coalesce(
        (select phone_number from lead_contacts where id = lead.contact_id), lead.phone_number)
      and calls.lead_id is distinct from lead.id) as "isNumberInCall",
  coalesce((select json_agg(${jsonObject<UndialableNumber>({ phoneNumber: 'phone_number', code: 'code' })} order by position)
    from (select lead.phone_number, ${OWN_UNDIALABLE} as code, 0 as position where lead.contact_id is not null
      union all
      select contact.phone_number, ${CONTACT_UNDIALABLE}, position from lead_contacts contact
      where contact.lead_id = lead.id and contact.id is distinct from lead.contact_id) as other
    where code is not null), '[]') as "undialable"`;
