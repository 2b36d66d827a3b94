import { createBatcher } from '../../../core/batcher.ts';
import type { Log } from '../../../core/log.ts';
import type { Database } from '../../../db/client.ts';
import {
  claimPendingHangUps,
  type PendingHangUp,
  settlePendingHangUps,
} from '../lifecycle/pending-hang-ups.ts';

/**
 * Sends pending hang-ups of dead processes. Resolves when they are sent; answers are awaited in the background and
 * stored as they arrive. Unanswered ones are retried when their lease expires.
 * @param send sends one hang-up; resolves with true if it was answered; never rejects
 */
export async function sendPendingHangUps(
  { database, log, processId }: { database: Database; log: Log; processId: string },
  send: (pendingHangUp: string) => Promise<boolean>,
): Promise<void> {
  const taken = await claimPendingHangUps(database, processId);
  if (taken.length === 0) return;
  const settle = createBatcher(async (said: readonly (PendingHangUp & { isAnswered: boolean })[]) => {
    await settlePendingHangUps(database, said);
    return said.map(({ isAnswered }) => isAnswered);
  });
  const said = taken.map(async (pending) =>
    settle({ ...pending, isAnswered: await send(pending.pendingHangUp) }),
  );
  void Promise.all(said).then(
    (all) => {
      const answered = all.filter(Boolean).length;
      log.info({ answered, of: all.length }, 'Pending hang-ups of a dead process were sent.');
    },
    (error: unknown) => log.warn({ error }, 'Sent hang-ups could not be settled; they will be sent again.'),
  );
}
