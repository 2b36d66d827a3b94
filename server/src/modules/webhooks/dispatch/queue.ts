import type { Executor } from '../../../db/client.ts';

/** A delivery that this process has claimed, with what it takes to send it. */
export interface ClaimedDelivery {
  id: string;
  userId: number;
  targetId: number;
  url: string;
  event: string;
  payload: string;
  attemptCount: number;
  retryCount: number;
  currentSecretId: number | null;
}

/** How many deliveries of a target may be claimed. */
export interface Claim {
  targetId: number;
  capacity: number;
}

/**
 * Claims due deliveries of the given targets, in all processes each once. The commit is not waited for: when the
 * database loses it in a crash, the deliveries are free again and perhaps sent twice, never lost.
 */
export function claimDeliveries(
  database: Executor,
  claims: readonly Claim[],
  { processId, now }: { processId: string; now: Date },
): Promise<ClaimedDelivery[]> {
  return database.query<ClaimedDelivery>(
    `with relaxed as materialized (select set_config('synchronous_commit', 'off', true))
     select claimed.id, claimed.user_id as "userId", claimed.target_id as "targetId", target.url, claimed.event,
       claimed.payload, claimed.attempt_count as "attemptCount", claimed.retry_count as "retryCount",
       secret.id as "currentSecretId"
     from relaxed, unnest($1::bigint[], $2::integer[]) as wanted (target_id, capacity)
     join webhook_targets target on target.id = wanted.target_id and target.disabled_at is null
     cross join lateral claim_webhook_deliveries(target.id, wanted.capacity, $3, $4) as claimed
     left join webhook_secrets secret on secret.user_id = claimed.user_id and secret.retires_at is null`,
    [claims.map(({ targetId }) => targetId), claims.map(({ capacity }) => capacity), now, processId],
  );
}

/** Targets that have a delivery due: one step of the index for each target that has anything waiting. */
export async function findDueTargets(database: Executor, now: Date): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    `with recursive heads as (
       (select target_id, next_attempt_at from webhook_deliveries
        where status = 'pending' and process_id is null
        order by target_id, next_attempt_at limit 1)
       union all
       select next.target_id, next.next_attempt_at from heads cross join lateral (
         select target_id, next_attempt_at from webhook_deliveries
         where status = 'pending' and process_id is null and target_id > heads.target_id
         order by target_id, next_attempt_at limit 1) as next)
     select target.id from heads join webhook_targets target on target.id = heads.target_id
     where heads.next_attempt_at <= $1 and target.disabled_at is null`,
    [now],
  );
  return rows.map(({ id }) => id);
}

/** Frees what other processes had claimed that are dead. */
export async function freeDeadClaims(database: Executor, processId: string): Promise<void> {
  await database.query(
    `update webhook_deliveries set process_id = null
     where process_id = any(array(
       select claimant from (
         select distinct process_id as claimant from webhook_deliveries where process_id is not null) as claims
       where claimant <> $1 and not is_process_alive(claimant)))`,
    [processId],
  );
}

/** Frees what this process has claimed, but for what it knows of. */
export async function freeOwnClaims(
  database: Executor,
  processId: string,
  known: readonly string[],
): Promise<void> {
  await database.query(
    'update webhook_deliveries set process_id = null where process_id = $1 and id <> all($2::text[])',
    [processId, known],
  );
}

/** Frees these, which this process has claimed and will not send. */
export async function giveBackClaims(
  database: Executor,
  processId: string,
  ids: readonly string[],
): Promise<void> {
  await database.query(
    'update webhook_deliveries set process_id = null where process_id = $1 and id = any($2::text[])',
    [processId, ids],
  );
}
