import type { LeadStatus } from '#contract/campaign-states.ts';
import type { Lead, LeadOrder } from '#contract/leads.ts';
import type { SortDirection } from '#contract/pagination.ts';
import { changedWithin, withinDays } from '../../../db/account-days.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { PageRequest } from '../../../http/pagination.ts';
import { IS_LIVE } from '../../calls/lifecycle/live-calls.ts';
import { CURRENT_SPELLINGS, PAUSED_UNTIL } from '../dialing/contact-pause.ts';
import type { UndialableNumber } from '../rules/undialable.ts';
import { CONTACT_UNDIALABLE, OWN_UNDIALABLE, undialableJson } from './undialable-json.ts';

export interface LeadFilter {
  status: LeadStatus | null;
  campaignId: number | null;
  /** Substring of the lead's own number. */
  phoneNumber: string | null;
  externalId: string | null;
  /** `YYYY-MM-DD`, inclusive, in the account's zone. */
  dateFrom: string | null;
  dateTo: string | null;
  /** An instant in ISO 8601, or a day. */
  updatedFrom: string | null;
  updatedTo: string | null;
}

/** A lead as JSON text, with the facts behind its waiting reason. */
export interface ReadLead {
  item: string;
  campaignId: number;
  status: LeadStatus;
  dueAt: Date | null;
  zoneKey: string;
  isCallOver: boolean;
  isNumberInCall: boolean;
  pausedUntil: Date | null;
  undialable: UndialableNumber[];
}

/** SQL orders of a list; the id makes each one total, so that pages neither overlap nor leave gaps. */
const ORDERS = {
  'created_at desc': 'page.id desc',
  'created_at asc': 'page.id',
  'updated_at desc': 'page.updated_at desc, page.id desc',
  'updated_at asc': 'page.updated_at, page.id',
  'status desc': 'page.status desc, page.id desc',
  'status asc': 'page.status, page.id',
  'call_tries desc': 'page.call_tries desc, page.id desc',
  'call_tries asc': 'page.call_tries, page.id',
} as const satisfies Record<`${LeadOrder} ${SortDirection}`, string>;

export type LeadSort = keyof typeof ORDERS;

/** One page with the total. */
export async function readLeadPage(
  database: Executor,
  { userId, filter, order }: { userId: number; filter: LeadFilter; order: LeadSort },
  { page, perPage }: PageRequest,
): Promise<{ leads: ReadLead[]; total: number }> {
  const values = [
    userId,
    filter.status,
    filter.campaignId,
    filter.phoneNumber,
    filter.dateFrom,
    filter.dateTo,
    filter.externalId,
    filter.updatedFrom,
    filter.updatedTo,
  ];
  const [counted] = await database.query<{ total: number }>(
    `select count(*)::int as total from leads where ${MATCHES}`,
    values,
  );
  const leads = await database.query<ReadLead>(
    `with page as (
       select id, updated_at, status, call_tries from leads page where ${MATCHES}
       order by ${ORDERS[order]} limit $10 offset $11)
     select ${LEAD_JSON}::text as item, ${LEAD_FACTS}
     from page join leads lead on lead.user_id = $1 and lead.id = page.id
     join campaigns campaign on campaign.id = lead.campaign_id order by ${ORDERS[order]}`,
    [...values, perPage, (page - 1) * perPage],
  );
  return { leads, total: counted?.total ?? 0 };
}

const MATCHES = `user_id = $1
  and ($2::text is null or status = $2)
  and ($3::bigint is null or campaign_id = $3)
  and ($4::text is null or strpos(phone_number, $4) > 0)
  and ($7::text is null or external_id = $7)
  and ${withinDays('created_at', { user: '$1', from: '$5', to: '$6' })}
  and ${changedWithin('updated_at', { user: '$1', from: '$8', to: '$9' })}`;

/** Null if the account has no lead with this id. */
export async function readLead(
  database: Executor,
  about: { userId: number; id: number },
): Promise<ReadLead | null> {
  const [row] = await database.query<ReadLead>(
    `select ${LEAD_JSON}::text as item, ${LEAD_FACTS}
     from leads lead join campaigns campaign on campaign.id = lead.campaign_id
     where lead.user_id = $1 and lead.id = $2`,
    [about.userId, about.id],
  );
  return row ?? null;
}

const CONTACT_JSON = jsonObject<Lead['secondary_contacts'][number]>({
  id: 'contact.id',
  external_id: 'contact.external_id',
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
const LEAD_JSON = jsonObject<Omit<Lead, 'waiting'>>({
  id: 'lead.id',
  external_id: 'lead.external_id',
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
const LEAD_FACTS = `lead.campaign_id as "campaignId", lead.status, lead.due_at as "dueAt",
  lead.zone_key as "zoneKey", exists (select from calls
    where calls.id = lead.call_id and calls.ended_at is not null) as "isCallOver",
  exists (select from calls
    where calls.user_id = lead.user_id and ${IS_LIVE('calls')}
      and calls.client_phone_number = ${CURRENT_SPELLINGS}
      and calls.lead_id is distinct from lead.id) as "isNumberInCall",
  case when lead.due_at is not null then ${PAUSED_UNTIL} end as "pausedUntil",
  coalesce((select json_agg(${jsonObject<UndialableNumber>({ phoneNumber: 'phone_number', code: 'code' })} order by position)
    from (select lead.phone_number, ${OWN_UNDIALABLE} as code, 0 as position where lead.contact_id is not null
      union all
      select contact.phone_number, ${CONTACT_UNDIALABLE}, position from lead_contacts contact
      where contact.lead_id = lead.id and contact.id is distinct from lead.contact_id) as other
    where code is not null), '[]') as "undialable"`;
