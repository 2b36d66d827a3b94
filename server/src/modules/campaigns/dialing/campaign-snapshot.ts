import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { BREAKER_CALLS, type FailureCause } from '../rules/breaker.ts';
import { VERSION } from './claim-store.ts';
import { CALLS_FOR_CAMPAIGNS } from './dialing-processes.ts';

/** The state of a running campaign at the beginning of a scheduling pass. */
export interface CampaignSnapshot {
  id: number;
  userId: number;
  /** Changes whenever the campaign or its assistant is changed. */
  version: string;
  /** Changes whenever the campaign is changed. */
  changedAt: string;
  maxCallsInParallel: number;
  markCompleteWhenNoLeads: boolean;
  /** `campaigns.ends_at` in milliseconds. */
  endsAtMs: number | null;
  live: number;
  /** Live calls of all campaigns of the account. */
  accountLive: number;
  /** Running dialer processes. */
  processes: number;
  /** True if a lead's call is live or awaits evaluation. */
  isProcessing: boolean;
  /** Zones of waiting leads with the instant of the first due lead, in milliseconds. */
  waiting: { zoneKey: string; dueMs: number }[];
  /** The last calls that ended since the campaign was started, newest first. */
  finished: { failureCause: FailureCause | null }[];
  /** The last answered calls, from a longer search; empty unless carrier or assistant failed in a call of `finished`. */
  answered: { failureCause: FailureCause | null }[];
}

const WAITING_ZONE = jsonObject<CampaignSnapshot['waiting'][number]>({
  zoneKey: 'zone_key',
  dueMs: 'extract(epoch from due_at) * 1000',
});

const FINISHED_CALL = jsonObject<CampaignSnapshot['finished'][number]>({ failureCause: 'failure_cause' });

/**
 * SQL for `CampaignSnapshot.waiting`. Jumps from zone to zone in the index of waiting leads, so the number of leads does
 * not matter.
 */
export const WAITING_ZONES = (campaignId: string): string => `(
  with recursive zones as (
    (select zone_key, due_at from leads where campaign_id = ${campaignId} and due_at is not null
     order by zone_key, due_at limit 1)
    union all
    select next.zone_key, next.due_at from zones cross join lateral (
      select zone_key, due_at from leads
      where campaign_id = ${campaignId} and due_at is not null and zone_key > zones.zone_key
      order by zone_key, due_at limit 1) as next)
  select coalesce(json_agg(${WAITING_ZONE}), '[]')
  from zones)`;

/**
 * Reads snapshots of the campaigns in `ids` that are running.
 * @param about `maxParallelCalls` caps campaigns that were stored with a higher limit
 */
export async function readSnapshots(
  database: Executor,
  ids: readonly number[],
  { maxParallelCalls }: { maxParallelCalls: number },
): Promise<CampaignSnapshot[]> {
  const snapshots = await database.query<Omit<CampaignSnapshot, 'answered'>>(
    `with accounts as (
       select user_id, count(*)::int as live from calls
       where campaign_id is not null and ended_at is null
         and user_id = any(array(select user_id from campaigns where id = any($1)))
       group by user_id),
     dialers as materialized (
       select count(*)::int as processes from processes where ${CALLS_FOR_CAMPAIGNS})
     select campaign.id, campaign.user_id as "userId", ${VERSION} as version,
       campaign.updated_at::text as "changedAt",
       least(max_calls_in_parallel, $2) as "maxCallsInParallel", mark_complete_when_no_leads as "markCompleteWhenNoLeads",
       extract(epoch from campaign.ends_at)::float8 * 1000 as "endsAtMs",
       (select count(*)::int from calls where campaign_id = campaign.id and ended_at is null) as live,
       coalesce(accounts.live, 0) as "accountLive",
       dialers.processes,
       exists (select from leads where campaign_id = campaign.id and call_id is not null) as "isProcessing",
       ${WAITING_ZONES('campaign.id')} as waiting,
       (select coalesce(json_agg(${FINISHED_CALL} order by id desc), '[]')
        from (select * from calls where campaign_id = campaign.id order by id desc limit ${2 * BREAKER_CALLS}) as last
        where ended_at is not null and created_at >= campaign.started_at) as finished
     from campaigns campaign
     cross join dialers
     left join accounts on accounts.user_id = campaign.user_id
     left join assistants assistant on assistant.id = campaign.assistant_id and assistant.deleted_at is null
     where campaign.id = any($1) and campaign.status = 'in-progress' and campaign.deleted_at is null`,
    [ids, maxParallelCalls],
  );
  const suspects = snapshots.filter(({ finished }) =>
    finished.some(({ failureCause }) => isSuspect(failureCause)),
  );
  const answered = await readAnswered(
    database,
    suspects.map(({ id }) => id),
  );
  return snapshots.map((snapshot) => ({ ...snapshot, answered: answered.get(snapshot.id) ?? [] }));
}

function isSuspect(cause: FailureCause | null): boolean {
  return cause === 'carrier' || cause === 'assistant';
}

/** Number of recent calls that are searched for answered ones. */
const CALLS_SEARCHED = 200;

/** The last answered calls by campaign id. */
async function readAnswered(
  database: Executor,
  ids: readonly number[],
): Promise<Map<number, CampaignSnapshot['answered']>> {
  if (ids.length === 0) return new Map();
  const rows = await database.query<{ id: number; answered: CampaignSnapshot['answered'] }>(
    `select campaign.id,
       (select coalesce(json_agg(${FINISHED_CALL} order by id desc), '[]')
        from (select * from calls where campaign_id = campaign.id order by id desc limit ${CALLS_SEARCHED}) as last
        where answered_at is not null and ended_at is not null and created_at >= campaign.started_at) as answered
     from campaigns campaign where campaign.id = any($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, answered }) => [id, answered]));
}

export async function findRunningCampaigns(database: Executor): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    `select id from campaigns where status = 'in-progress' and deleted_at is null order by id`,
  );
  return rows.map(({ id }) => id);
}
