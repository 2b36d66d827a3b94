import type { LeadStatus, UndialableCode } from '#contract/campaign-states.ts';
import type { Executor } from '../../../db/client.ts';
import { IS_LIVE } from '../../calls/lifecycle/live-calls.ts';
import { PAUSED_UNTIL } from '../dialing/contact-pause.ts';
import { CONTACT_UNDIALABLE, OWN_UNDIALABLE } from '../leads/undialable-json.ts';

/** Leads that the report treats alike. */
export interface LeadGroup {
  status: LeadStatus;
  /** Zone key of waiting leads; null for others. */
  zoneKey: string | null;
  /** When the first of them is due, in ISO 8601; null if they do not wait. */
  dueAt: string | null;
  /** Their calls ended and await evaluation. */
  isCallOver: boolean;
  /** Due leads whose number is in another lead's call. */
  isNumberInCall: boolean;
  /** The first end of their pauses after another campaign's call, in ISO 8601; null if they are not paused. */
  pausedUntil: string | null;
  leads: number;
  called: number;
  answered: number;
  goalMet: number;
  goalMissed: number;
  /** Calls to these leads. */
  calls: number;
  costMicros: number;
}

/** Calls that began in one hour of the day, in the campaign's zone. */
export interface HourOfCalls {
  hour: number;
  total: number;
  running: number;
  answered: number;
  machine: number;
  noAnswer: number;
  busy: number;
  failed: number;
  /** Total talk time of ended calls. */
  talkedMs: number;
  /** Answered calls that have ended. */
  talks: number;
}

export interface ReportCounts {
  groups: LeadGroup[];
  hours: HourOfCalls[];
  /** Undialable numbers by reason, most frequent first. */
  undialable: { code: UndialableCode; numbers: number }[];
  /** Cost of all calls, including deleted ones. */
  costMicros: number;
}

/** SQL condition on `call`: it ended normally and was not answered by a machine; unknown counts as a person. */
export const IS_ANSWERED = `call.status in ('completed', 'ended_by_customer', 'ended_by_assistant')
  and call.answered_by is distinct from 'machine'`;

/**
 * All counts of the report at one instant: leads in a few hundred groups, calls by hour in the campaign's zone. Reads
 * every lead and call of the campaign twice.
 */
export async function readReportCounts(
  database: Executor,
  about: { userId: number; campaignId: number; timezone: string; now: Date },
): Promise<ReportCounts> {
  const { userId, campaignId, timezone, now } = about;
  const [row] = await database.query<ReportCounts>(
    `with called as (
       select lead_id, count(*) as calls, sum(cost_micros) as cost_micros, bool_or(${IS_ANSWERED}) as is_answered
       from calls call where user_id = $1 and campaign_id = $2 and lead_id is not null group by lead_id),
     waiting as (
       select lead.id, ${PAUSED_UNTIL} as paused_until from leads lead join campaigns campaign on campaign.id = lead.campaign_id
       where lead.user_id = $1 and lead.campaign_id = $2 and lead.due_at is not null),
     lead_groups as (
       select lead.status, case when due_at is not null then zone_key end as "zoneKey", min(due_at) as "dueAt",
         coalesce((select ended_at is not null from calls where id = lead.call_id), false) as "isCallOver",
         due_at is not null and coalesce((select phone_number from lead_contacts where id = lead.contact_id), lead.phone_number)
           in (select client_phone_number from calls where user_id = $1
             and ${IS_LIVE('calls')} and client_phone_number is not null) as "isNumberInCall",
         min(paused_until) filter (where paused_until > $4 and paused_until >= due_at) as "pausedUntil",
         count(*) as leads, count(*) filter (where call_tries > 0) as called,
         count(*) filter (where is_answered) as answered, count(*) filter (where goal_met) as "goalMet",
         count(*) filter (where not goal_met) as "goalMissed", coalesce(sum(calls), 0)::float8 as calls,
         coalesce(sum(cost_micros), 0)::float8 as "costMicros"
       from leads lead left join called on called.lead_id = lead.id left join waiting on waiting.id = lead.id
       where lead.user_id = $1 and lead.campaign_id = $2
       group by lead.status, 2, due_at > $4, 4, 5, paused_until > $4 and paused_until >= due_at),
     hours as (
       select extract(hour from initiated_at at time zone $3)::int as hour, count(*) as total,
         count(*) filter (where ended_at is null) as running, count(*) filter (where ${IS_ANSWERED}) as answered,
         count(*) filter (where answered_by = 'machine' and ended_at is not null and status <> 'failed') as machine,
         count(*) filter (where status = 'no-answer') as "noAnswer", count(*) filter (where status = 'busy') as busy,
         count(*) filter (where status = 'failed') as failed,
         coalesce(sum(extract(epoch from ended_at - answered_at) * 1000), 0)::float8 as "talkedMs",
         count(*) filter (where answered_at is not null and ended_at is not null) as talks
       from calls call where user_id = $1 and campaign_id = $2 group by 1),
     left_out as (
       select code, count(*) as numbers from (
         select ${OWN_UNDIALABLE} as code from leads lead where user_id = $1 and campaign_id = $2
         union all
         select ${CONTACT_UNDIALABLE} from leads lead join lead_contacts contact on contact.lead_id = lead.id
         where lead.user_id = $1 and campaign_id = $2) as every_number
       where code is not null group by code)
     select coalesce((select json_agg(lead_groups) from lead_groups), '[]') as groups,
       coalesce((select json_agg(left_out order by numbers desc, code) from left_out), '[]') as "undialable",
       coalesce((select json_agg(hours order by hour) from hours), '[]') as hours,
       (select coalesce(sum(amount_micros), 0)::float8 from charges
        where campaign_id = $2 and user_id = $1) as "costMicros"`,
    [userId, campaignId, timezone, now],
  );
  return row ?? { groups: [], hours: [], undialable: [], costMicros: 0 };
}
