import { systemClock } from '../../../core/clock.ts';
import type { Executor } from '../../../db/client.ts';
import { CALL_CHANNEL } from '../lifecycle/call-bell.ts';

/** A carrier answers a BYE in milliseconds; whoever waits for the places of the dead waits no longer for one that does not. */
const LONGEST_MS = 400;
const LOOK_MS = 10;

/**
 * Asks whoever can to hang up what these calls of a dead process have left at their carriers, and waits until that is said:
 * while it is up there, its place is not to be given to another call.
 */
export async function outwaitFarewells(
  database: Pick<Executor, 'query'>,
  callIds: readonly number[],
): Promise<void> {
  const isOwed = async (): Promise<boolean> => {
    const rows = await database.query('select from owed_farewells where call_id = any($1) limit 1', [
      callIds,
    ]);
    return rows.length > 0;
  };
  if (!(await isOwed())) return;
  await database.query('select pg_notify($1, $2)', [CALL_CHANNEL, '']);
  for (let waitedMs = 0; waitedMs < LONGEST_MS && (await isOwed()); waitedMs += LOOK_MS) {
    await systemClock.sleep(LOOK_MS);
  }
}
