import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';

const PAUSE_MS = 1000;
const TRIES = 60;

/** Tries again while the database is away, for a minute; then the failure is the caller's. */
export async function untilStored<Result>(
  { clock, log }: { clock: Clock; log: Log },
  store: () => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await store();
    } catch (error) {
      if (tried >= TRIES) throw error;
      if (tried === 1) log.warn({ error }, 'What became of a call could not be stored; trying again.');
      await clock.sleep(PAUSE_MS);
    }
  }
}
