import type { Executor } from '../../../db/client.ts';
import { claimsIn } from '../../../work/claims.ts';

/** Deliveries that a process sends. */
const CLAIMS = claimsIn();

/** A claimed delivery with everything needed to send it. */
export interface ClaimedDelivery {
  id: string;
  userId: number;
  endpointId: number;
  url: string;
  event: string;
  payload: string;
  attemptCount: number;
  retryCount: number;
  currentSecretId: number | null;
  /** The endpoint's own headers, encrypted; null without any. */
  sealedHeaders: Buffer | null;
}

/** An endpoint and how many of its deliveries may be claimed. */
export interface Claim {
  endpointId: number;
  capacity: number;
}

/**
 * Claims due deliveries of the given endpoints, each for one process only. The commit is asynchronous: if the database
 * loses it in a crash, the deliveries are unclaimed again and may be sent twice, but are never lost.
 */
export function claimDeliveries(
  database: Executor,
  claims: readonly Claim[],
  { processId, now }: { processId: string; now: Date },
): Promise<ClaimedDelivery[]> {
  return database.query<ClaimedDelivery>(
    `with relaxed as materialized (select set_config('synchronous_commit', 'off', true))
     select claimed.id, claimed.user_id as "userId", claimed.target_id as "endpointId", target.url, claimed.event,
       claimed.payload, claimed.attempt_count as "attemptCount", claimed.retry_count as "retryCount",
       secret.id as "currentSecretId", target.sealed_headers as "sealedHeaders"
     from relaxed, unnest($1::bigint[], $2::integer[]) as wanted (target_id, capacity)
     join webhook_targets target on target.id = wanted.target_id and target.disabled_at is null
     cross join lateral claim_webhook_deliveries(target.id, wanted.capacity, $3, $4) as claimed
     left join webhook_secrets secret on secret.user_id = claimed.user_id and secret.retires_at is null`,
    [claims.map(({ endpointId }) => endpointId), claims.map(({ capacity }) => capacity), now, processId],
  );
}

/** An endpoint with a delivery that is due or will be due soon. */
export interface DueEndpoint {
  endpointId: number;
  dueAt: Date;
}

/** Maximum upcoming deliveries per endpoint; the next poll finds more. */
const MAX_COMING = 64;

/**
 * Returns endpoints with due deliveries, each once, and the deliveries that become due until `until`. Costs one index
 * step per endpoint with pending deliveries and one per upcoming delivery.
 */
export function findDueEndpoints(
  database: Executor,
  { now, until }: { now: Date; until: Date },
): Promise<DueEndpoint[]> {
  return database.query<DueEndpoint>(
    `with recursive heads as (
       (select target_id, next_attempt_at from webhook_deliveries
        where status = 'pending' and process_id is null
        order by target_id, next_attempt_at limit 1)
       union all
       select next.target_id, next.next_attempt_at from heads cross join lateral (
         select target_id, next_attempt_at from webhook_deliveries
         where status = 'pending' and process_id is null and target_id > heads.target_id
         order by target_id, next_attempt_at limit 1) as next),
     near as (
       select target.id, heads.next_attempt_at
       from heads join webhook_targets target on target.id = heads.target_id
       where heads.next_attempt_at <= $2 and target.disabled_at is null)
     select id as "endpointId", next_attempt_at as "dueAt" from near where next_attempt_at <= $1
     union all
     select near.id, coming.next_attempt_at from near cross join lateral (
       select next_attempt_at from webhook_deliveries
       where target_id = near.id and status = 'pending' and process_id is null
         and next_attempt_at > $1 and next_attempt_at <= $2
       order by next_attempt_at limit ${MAX_COMING}) as coming
     order by "dueAt"`,
    [now, until],
  );
}

/** Releases claims of dead processes. */
export async function freeDeadClaims(database: Executor, processId: string): Promise<void> {
  await database.query(
    `update webhook_deliveries set ${CLAIMS.release}
     where process_id = any(array(
       select process_id from (
         select distinct process_id from webhook_deliveries where process_id is not null) as claimants
       where process_id <> $1 and ${CLAIMS.isAbandoned()}))`,
    [processId],
  );
}

/** Ids of all deliveries that this process has claimed. */
export async function findOwnClaims(database: Executor, processId: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    'select id from webhook_deliveries where process_id = $1',
    [processId],
  );
  return rows.map(({ id }) => id);
}

/** Releases deliveries that this process claimed and will not send. */
export async function giveBackClaims(
  database: Executor,
  processId: string,
  ids: readonly string[],
): Promise<void> {
  await database.query(
    `update webhook_deliveries set ${CLAIMS.release} where process_id = $1 and id = any($2::text[])`,
    [processId, ids],
  );
}
