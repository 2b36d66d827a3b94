import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';

const FIRST_PAUSE_MS = 1000;
/** So soon after the database is back a call's end is stored. */
const LONGEST_PAUSE_MS = 5_000;

/** Tries again while the database is away, for as long as the process lives: nobody else knows what became of the call. */
export async function untilStored<Result>(
  { clock, log, lifetime }: { clock: Clock; log: Log; lifetime: AbortSignal },
  store: () => Promise<Result>,
): Promise<Result> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await store();
    } catch (error) {
      if (pauseMs === FIRST_PAUSE_MS) {
        log.warn({ error }, 'What became of a call could not be stored; trying again.');
      }
      await clock.sleep(pauseMs, lifetime);
    }
  }
}
