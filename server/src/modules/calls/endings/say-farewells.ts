import type { Log } from '../../../core/log.ts';
import type { Database } from '../../../db/client.ts';
import { settleFarewells, takeFarewells } from './owed-farewells.ts';

/**
 * Ends at their carriers what dead processes have left there. Resolves when it is under way: answers are waited for beside it, and
 * what was not told by then is told by whoever looks next.
 * @param bid one of them; never rejects
 */
export async function sayFarewells(
  { database, log, processId }: { database: Database; log: Log; processId: string },
  bid: (farewell: string) => Promise<boolean>,
): Promise<void> {
  const taken = await takeFarewells(database, processId);
  if (taken.length === 0) return;
  const said = Promise.all(taken.map(async (owed) => ({ ...owed, isTold: await bid(owed.farewell) })));
  void said
    .then(async (all) => {
      await settleFarewells(database, all);
      const told = all.filter(({ isTold }) => isTold).length;
      log.info({ told, of: all.length }, 'Calls of a dead process were ended at their carriers.');
    })
    .catch((error: unknown) => log.warn({ error }, 'Farewells that were said will be said again.'));
}
