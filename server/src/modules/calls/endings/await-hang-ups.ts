import { systemClock } from '../../../core/clock.ts';
import type { Executor } from '../../../db/client.ts';
import { CALL_CHANNEL } from '../lifecycle/call-notifier.ts';

/** A carrier answers a BYE in milliseconds: so long everybody waits for the answers together. */
const LONGEST_MS = 400;
const LOOK_MS = 10;
/** Packets are lost and sent again; a carrier that has not answered by then does not answer. */
const HELD_SECONDS = 10;

/**
 * Asks whoever can to end what these calls of a dead process have left at their carriers, and waits a moment until that is said:
 * while a call is up there, its place is not to be given to another.
 * @returns ids of those whose carrier may still answer: their places are to be kept until another look
 */
export async function awaitPendingHangUps(
  database: Pick<Executor, 'query'>,
  callIds: readonly number[],
): Promise<ReadonlySet<number>> {
  let owed = await findOwed(database, callIds);
  if (owed.size === 0) return owed;
  await database.query('select pg_notify($1, $2)', [CALL_CHANNEL, '']);
  for (let waitedMs = 0; waitedMs < LONGEST_MS && owed.size > 0; waitedMs += LOOK_MS) {
    // Others say it meanwhile, in their own time.
    await systemClock.sleep(LOOK_MS);
    owed = await findOwed(database, callIds);
  }
  return owed;
}

async function findOwed(
  database: Pick<Executor, 'query'>,
  callIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await database.query<{ id: number }>(
    `select distinct call_id as id from owed_farewells
     where call_id = any($1) and settled_at is null and owed_at > clock_timestamp() - make_interval(secs => ${HELD_SECONDS})`,
    [callIds],
  );
  return new Set(rows.map(({ id }) => id));
}
