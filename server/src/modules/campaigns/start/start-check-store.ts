import type { Executor } from '../../../db/client.ts';
import { isListed } from '../dialing/is-listed.ts';

interface CampaignRef {
  userId: number;
  campaignId: number;
}

/** Waiting leads by zone key; `due`: those due now. */
export async function countByZone(
  database: Executor,
  { userId, campaignId, now }: CampaignRef & { now: Date },
): Promise<Map<string, { leads: number; due: number }>> {
  const zones = await database.query<{ zoneKey: string; leads: number; due: number }>(
    `select zone_key as "zoneKey", count(*)::int as leads, count(*) filter (where due_at <= $3)::int as due
     from leads where user_id = $1 and campaign_id = $2 and due_at is not null group by zone_key`,
    [userId, campaignId, now],
  );
  return new Map(zones.map(({ zoneKey, ...counts }) => [zoneKey, counts]));
}

/** Leads of a campaign: all, those on the do-not-call list, and the ones of these that still wait. */
export async function countLeads(
  database: Executor,
  { userId, campaignId }: CampaignRef,
): Promise<{ total: number; doNotCall: number; waitingListed: number }> {
  const [row] = await database.query<{ total: number; closed: number; waitingListed: number }>(
    `select count(*)::int as total, count(*) filter (where lead.status = 'blacklisted')::int as closed,
       count(*) filter (where due_at is not null
         and ${isListed('lead.user_id', 'coalesce(contact.phone_number, lead.phone_number)')})::int as "waitingListed"
     from leads lead left join lead_contacts contact on contact.id = lead.contact_id
     where lead.user_id = $1 and lead.campaign_id = $2`,
    [userId, campaignId],
  );
  const { total, closed, waitingListed } = row ?? { total: 0, closed: 0, waitingListed: 0 };
  return { total, waitingListed, doNotCall: closed + waitingListed };
}

/** Calls that an estimate is based on. */
const RECENT_CALLS = 200;

export interface CallHistory {
  calls: number;
  answered: number;
  /** Started minutes of the answered calls, which are what is charged. */
  minutes: number;
}

/** The latest ended outbound calls of an assistant. */
export async function readHistory(
  database: Executor,
  { userId, assistantId }: { userId: number; assistantId: number },
): Promise<CallHistory> {
  const [row] = await database.query<CallHistory>(
    `select count(*)::int as calls, count(answered_at)::int as answered,
       coalesce(sum(greatest(1, ceil(extract(epoch from ended_at - answered_at) / 60)))
         filter (where answered_at is not null), 0)::int as minutes
     from (select answered_at, ended_at from calls
       where user_id = $1 and assistant_id = $2 and type = 'outbound' and ended_at is not null
       order by id desc limit ${RECENT_CALLS}) as recent`,
    [userId, assistantId],
  );
  return row ?? { calls: 0, answered: 0, minutes: 0 };
}

export async function readBalanceMicros(database: Executor, userId: number): Promise<number> {
  const [row] = await database.query<{ micros: number }>(
    'select balance_micros as micros from users where id = $1',
    [userId],
  );
  return row?.micros ?? 0;
}

/** Waiting leads whose variables are checked. */
const CHECKED_LEADS = 20_000;
/** Distinct variables that are considered. */
const MAX_NAMES = 500;

/** Names of the variables with a value in any checked lead, each with one value. */
export async function readLeadVariables(
  database: Executor,
  { userId, campaignId }: CampaignRef,
): Promise<{ leads: number; given: Record<string, unknown> }> {
  const [row] = await database.query<{ leads: number; given: Record<string, unknown> }>(
    `with sample as (
       select variables from leads where user_id = $1 and campaign_id = $2 and due_at is not null
       order by id limit ${CHECKED_LEADS}),
     filled as (
       select entry.key, (array_agg(entry.value))[1] as value
       from sample cross join lateral jsonb_each(sample.variables::jsonb) as entry
       where ${HAS_VALUE} group by entry.key order by count(*) desc limit ${MAX_NAMES})
     select (select count(*)::int from sample) as leads,
       coalesce((select jsonb_object_agg(key, value) from filled), '{}') as given`,
    [userId, campaignId],
  );
  return row ?? { leads: 0, given: {} };
}

const HAS_VALUE = `entry.value <> 'null' and not (jsonb_typeof(entry.value) = 'string' and btrim(entry.value #>> '{}') = '')`;

/** Counts checked leads without any of the variables in `keys`, with up to three of their numbers. */
export async function findLeadsWithout(
  database: Executor,
  { userId, campaignId, keys }: CampaignRef & { keys: readonly string[] },
): Promise<{ leads: number; examples: string[] }> {
  const [row] = await database.query<{ leads: number; examples: string[] }>(
    `with sample as (
       select id, phone_number, variables from leads where user_id = $1 and campaign_id = $2 and due_at is not null
       order by id limit ${CHECKED_LEADS}),
     without as (
       select id, phone_number from sample where not exists (
         select from jsonb_each(variables::jsonb) as entry where entry.key = any($3) and ${HAS_VALUE}))
     select (select count(*)::int from without) as leads,
       array(select phone_number from without order by id limit 3) as examples`,
    [userId, campaignId, keys],
  );
  return row ?? { leads: 0, examples: [] };
}
