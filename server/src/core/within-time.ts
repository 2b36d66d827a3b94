import type { Clock } from './clock.ts';

/** One for all: making an error costs more than the rest of an abort. */
const OVER = new Error('It is not waited for any more.');

/** Waits for work, and no longer than so many milliseconds; work that fails first rejects. */
export async function withinTime(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  const limit = new AbortController();
  const late = clock.sleep(ms, limit.signal).catch(() => undefined);
  try {
    await Promise.race([work, late]);
  } finally {
    limit.abort(OVER);
  }
}
