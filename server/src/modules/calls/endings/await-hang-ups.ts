import { systemClock } from '../../../core/clock.ts';
import type { Executor } from '../../../db/client.ts';
import type { Notifier } from '../../../work/notifier.ts';

/** Maximum wait for all answers together; a carrier answers a BYE in milliseconds. */
const LONGEST_MS = 400;
const POLL_MS = 10;
/** Age at which a hang-up is no longer awaited. Allows for retransmissions; later answers are not expected. */
const MAX_WAIT_SECONDS = 10;

/**
 * Notifies processes that can send the pending hang-ups of a dead process's calls, and waits briefly for the answers.
 * While the carrier may still hold a call, its slot must not be reused.
 * @returns ids of calls whose carrier may still answer; keep their slots until the next check
 */
export async function awaitPendingHangUps(
  { database, notifier }: { database: Pick<Executor, 'query'>; notifier: Pick<Notifier, 'notifyAll'> },
  callIds: readonly number[],
): Promise<ReadonlySet<number>> {
  let pending = await findPending(database, callIds);
  if (pending.size === 0) return pending;
  notifier.notifyAll('calls');
  for (let waitedMs = 0; waitedMs < LONGEST_MS && pending.size > 0; waitedMs += POLL_MS) {
    // Uses the system clock, because other processes send the hang-ups in real time.
    await systemClock.sleep(POLL_MS);

    pending = await findPending(database, callIds);
  }
  return pending;
}

async function findPending(
  database: Pick<Executor, 'query'>,
  callIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await database.query<{ id: number }>(
    `select distinct call_id as id from owed_farewells
     where call_id = any($1) and settled_at is null and owed_at > clock_timestamp() - make_interval(secs => ${MAX_WAIT_SECONDS})`,
    [callIds],
  );
  return new Set(rows.map(({ id }) => id));
}
