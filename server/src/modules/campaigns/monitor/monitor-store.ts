import type { CampaignMonitor, CampaignProgress } from '#contract/campaign-monitor.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { IS_ANSWERED } from '../report/report-store.ts';

/** Minutes of the call rate chart. */
const SHOWN_MINUTES = 15;

/** Progress of all campaigns of an account, oldest first. */
export function readProgress(database: Executor, userId: number): Promise<CampaignProgress[]> {
  return database.query<CampaignProgress>(
    `with counted as (
       select campaign_id, count(*)::int as leads,
         count(*) filter (where due_at is null and call_id is null)::int as finished
       from leads where user_id = $1 group by campaign_id),
     live as (
       select campaign_id, count(*) filter (where answered_at is null)::int as ringing,
         count(*) filter (where answered_at is not null)::int as talking
       from calls where campaign_id is not null and ended_at is null and user_id = $1 group by campaign_id)
     select campaign.id as campaign_id, coalesce(leads, 0) as leads, coalesce(finished, 0) as finished,
       coalesce(ringing, 0) as ringing, coalesce(talking, 0) as talking
     from campaigns campaign left join counted on counted.campaign_id = campaign.id
     left join live on live.campaign_id = campaign.id
     where campaign.user_id = $1 and campaign.deleted_at is null order by campaign.id`,
    [userId],
  );
}

export type MonitorCounts = Pick<CampaignMonitor, 'live' | 'leads' | 'today' | 'minutes'>;

const LIVE_CALL = jsonObject<MonitorCounts['live'][number]>({
  call_id: 'call.id',
  lead_id: '(select id from leads where id = call.lead_id)',
  phone_number: 'client_phone_number',
  status: 'status',
  since: 'iso_timestamp(coalesce(answered_at, ringing_at, initiated_at))',
});

const LEADS = jsonObject<MonitorCounts['leads']>({
  total: 'count(*)',
  finished: 'count(*) filter (where due_at is null and call_id is null)',
});

const TODAY = jsonObject<MonitorCounts['today']>({
  calls: 'count(*)',
  running: 'count(*) filter (where is_running)',
  answered: 'count(*) filter (where is_answered)',
});

/** Live calls, today's results and recent minutes at one instant. */
export async function readMonitor(
  database: Executor,
  about: { userId: number; campaignId: number; timezone: string; now: Date },
): Promise<MonitorCounts> {
  const { userId, campaignId, timezone, now } = about;
  const [row] = await database.query<MonitorCounts>(
    `with day as (
       select date_trunc('day', $4::timestamptz at time zone $3) at time zone $3 as begins),
     recent as (
       select initiated_at, ended_at is null as is_running, ${IS_ANSWERED} as is_answered
       from calls call, day
       where user_id = $1 and campaign_id = $2
         and initiated_at >= least(day.begins, $4::timestamptz - interval '${SHOWN_MINUTES} minutes')),
     minutes as (
       select floor(extract(epoch from $4::timestamptz - initiated_at) / 60)::int as age, count(*)::int as calls
       from recent where initiated_at > $4::timestamptz - interval '${SHOWN_MINUTES} minutes' group by 1)
     select
       (select coalesce(json_agg(${LIVE_CALL} order by call.id), '[]')
        from calls call where user_id = $1 and campaign_id = $2 and ended_at is null) as live,
       (select ${LEADS} from leads where user_id = $1 and campaign_id = $2) as leads,
       (select ${TODAY} from recent, day where initiated_at >= day.begins) as today,
       (select json_agg(coalesce(calls, 0) order by slot desc)
        from generate_series(0, ${SHOWN_MINUTES - 1}) as slot
        left join minutes on greatest(minutes.age, 0) = slot) as minutes`,
    [userId, campaignId, timezone, now],
  );
  if (row === undefined) throw new Error('The query returned no row.');
  return row;
}
