import type { Database, Executor } from '../../../db/client.ts';
import { removeUnsubscribed } from '../endpoints/endpoint-store.ts';
import { afterFailure, type EndpointHealth, type Progress } from '../rules.ts';

/** A finished attempt and the new state of its delivery. */
export interface SettledAttempt {
  deliveryId: string;
  endpointId: number;
  number: number;
  startedAt: Date;
  finishedAt: Date;
  /** Null if there was no response. */
  statusCode: number | null;
  reason: string | null;
  responseBody: string;
  kind: 'delivered' | 'failed' | 'gone';
  progress: Progress;
  /** Number of retries before this attempt. */
  retryCount: number;
}

export interface DisabledEndpoint {
  endpointId: number;
  reason: 'gone' | 'failing';
}

/**
 * Stores attempts and their consequences in one transaction. Idempotent.
 * @returns the endpoints that were disabled
 */
export async function settleAttempts(
  database: Database,
  processId: string,
  attempts: readonly SettledAttempt[],
): Promise<DisabledEndpoint[]> {
  const failures = attempts.filter(({ kind }) => kind !== 'delivered');
  if (failures.length === 0) {
    await storeAttempts(database, processId, attempts);
    return [];
  }
  return database.transaction(async (transaction) => {
    await storeAttempts(transaction, processId, attempts);
    return storeFailures(transaction, failures);
  });
}

async function storeAttempts(
  database: Executor,
  processId: string,
  attempts: readonly SettledAttempt[],
): Promise<void> {
  // Times are passed as numbers, because formatting dates in the driver is slower than converting them in the database.
  // A successful delivery counts even if another process took over the claim during the attempt.
  await database.query(
    `with result as (
       select * from unnest($2::text[], $3::text[], $4::integer[], $5::timestamptz[], $6::integer[], $7::float8[],
           $8::float8[], $9::integer[], $10::text[], $11::text[])
         as result (id, status, retry_count, next_attempt_at, number, started_ms, finished_ms, status_code,
           reason, response_body)),
     settled as (
       update webhook_deliveries delivery set
         process_id = null, status = result.status, retry_count = result.retry_count,
         next_attempt_at = coalesce(result.next_attempt_at, delivery.next_attempt_at),
         attempt_count = greatest(delivery.attempt_count, result.number),
         finished_at = case when result.status = 'pending' then null else to_timestamp(result.finished_ms / 1000) end
       from result
       where delivery.id = result.id and (delivery.process_id = $1 or result.status = 'delivered')),
     recovered as (
       update webhook_targets set failure_count = 0, failing_since = null
       where id = any($12::bigint[]) and failing_since is not null)
     insert into webhook_attempts
       (delivery_id, number, user_id, started_at, finished_at, status_code, reason, response_body)
     select delivery.id, result.number, delivery.user_id, to_timestamp(result.started_ms / 1000),
       to_timestamp(result.finished_ms / 1000), result.status_code, result.reason, result.response_body
     from result join webhook_deliveries delivery on delivery.id = result.id
     on conflict do nothing`,
    [
      processId,
      attempts.map(({ deliveryId }) => deliveryId),
      attempts.map(({ progress }) => progress.status),
      attempts.map(({ progress, retryCount }) =>
        progress.status === 'pending' ? progress.retryCount : retryCount,
      ),
      attempts.map(({ progress }) => (progress.status === 'pending' ? progress.nextAttemptAt : null)),
      attempts.map(({ number }) => number),
      attempts.map(({ startedAt }) => startedAt.getTime()),
      attempts.map(({ finishedAt }) => finishedAt.getTime()),
      attempts.map(({ statusCode }) => statusCode),
      attempts.map(({ reason }) => reason),
      attempts.map(({ responseBody }) => responseBody),
      [...new Set(attempts.flatMap(({ kind, endpointId }) => (kind === 'delivered' ? [endpointId] : [])))],
    ],
  );
}

/** Reads the endpoints before it updates them, which is fast enough because failures are rare. */
async function storeFailures(
  transaction: Executor,
  failures: readonly SettledAttempt[],
): Promise<DisabledEndpoint[]> {
  const ids = [...new Set(failures.map(({ endpointId }) => endpointId))];
  const rows = await transaction.query<EndpointHealth & { id: number }>(
    `select id, failure_count as "failureCount", failing_since as "failingSince",
       last_failed_at as "lastFailedAt", disabled_at as "disabledAt", disabled_reason as "disabledReason"
     from webhook_targets where id = any($1) order by id for update`,
    [ids],
  );
  const changed = rows.map(({ id, ...health }) => {
    const own = failures.filter(({ endpointId }) => endpointId === id);
    const after = own.reduce<EndpointHealth>(
      (current, { kind, finishedAt: now }) =>
        kind === 'delivered' ? current : afterFailure(current, { kind, now }),
      health,
    );
    return { id, before: health, after };
  });
  await transaction.query(
    `update webhook_targets target set failure_count = health.failure_count, failing_since = health.failing_since,
       last_failed_at = health.last_failed_at, disabled_at = health.disabled_at,
       disabled_reason = health.disabled_reason
     from unnest($1::bigint[], $2::integer[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::text[])
       as health (id, failure_count, failing_since, last_failed_at, disabled_at, disabled_reason)
     where target.id = health.id`,
    [
      changed.map(({ id }) => id),
      changed.map(({ after }) => after.failureCount),
      changed.map(({ after }) => after.failingSince),
      changed.map(({ after }) => after.lastFailedAt),
      changed.map(({ after }) => after.disabledAt),
      changed.map(({ after }) => after.disabledReason),
    ],
  );
  await removeUnsubscribed(transaction, ids);
  return changed.flatMap(({ id, before, after }) =>
    before.disabledAt === null && after.disabledReason !== null
      ? [{ endpointId: id, reason: after.disabledReason }]
      : [],
  );
}
