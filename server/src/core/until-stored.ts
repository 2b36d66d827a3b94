import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

const FIRST_PAUSE_MS = 500;
/** After an outage, the value is stored within this time. */
const LONGEST_PAUSE_MS = 5000;

export interface Storing {
  /** Subject of the log message, for example `What a carrier said`. */
  what: string;
  /** Total number of tries; absent to retry as long as the process lives. */
  tries?: number;
}

/**
 * Retries storing a value that only this process knows, so that a short database outage does not lose it. Throws the
 * store's error after the last try, or the reason of `lifetime`.
 */
export async function untilStored<Result>(
  { clock, lifetime, log }: { clock: Clock; lifetime: AbortSignal; log: Log },
  { what, tries = Number.POSITIVE_INFINITY }: Storing,
  store: () => Promise<Result>,
): Promise<Result> {
  for (let tried = 1, pauseMs = FIRST_PAUSE_MS; ; tried += 1) {
    try {
      return await store();
    } catch (error) {
      if (tried >= tries) throw error;
      if (tried === 1) log.warn({ error }, `${what} could not be stored yet; trying again.`);
      await clock.sleep(pauseMs, lifetime);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }
}
