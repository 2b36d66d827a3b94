import { createBatcher } from '../../../core/batcher.ts';
import type { Log } from '../../../core/log.ts';
import type { Database } from '../../../db/client.ts';
import { claimPendingHangUps, type PendingHangUp, settlePendingHangUps } from './pending-hang-ups.ts';

/**
 * Ends at their carriers what dead processes have left there. Resolves when it is under way: answers are waited for beside it, each
 * is stored as it comes, and what was not told by then is told by whoever looks next.
 * @param bid one of them; never rejects
 */
export async function sendPendingHangUps(
  { database, log, processId }: { database: Database; log: Log; processId: string },
  bid: (pendingHangUp: string) => Promise<boolean>,
): Promise<void> {
  const taken = await claimPendingHangUps(database, processId);
  if (taken.length === 0) return;
  const settle = createBatcher(async (said: readonly (PendingHangUp & { isTold: boolean })[]) => {
    await settlePendingHangUps(database, said);
    return said.map(({ isTold }) => isTold);
  });
  const said = taken.map(async (owed) => settle({ ...owed, isTold: await bid(owed.pendingHangUp) }));
  void Promise.all(said).then(
    (all) => {
      const told = all.filter(Boolean).length;
      log.info({ told, of: all.length }, 'Calls of a dead process were ended at their carriers.');
    },
    (error: unknown) => log.warn({ error }, 'Farewells that were said will be said again.'),
  );
}
