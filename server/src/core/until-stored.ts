import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

const TRIES = 5;
const PAUSE_MS = 500;

/**
 * Stores what a carrier said. The carrier has the message and only we know: a database that blinks must not make that
 * unknown. Throws the store's error after the last try, and the reason of `lifetime` when it is aborted in between.
 */
export async function untilStored<Result>(
  { clock, lifetime, log }: { clock: Clock; lifetime: AbortSignal; log: Log },
  store: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await store();
    } catch (error) {
      if (tries === TRIES) throw error;
      log.warn({ error }, 'What a carrier said could not be stored yet.');
      await clock.sleep(PAUSE_MS * tries, lifetime);
    }
  }
}
