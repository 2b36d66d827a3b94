import type { Clock } from './clock.ts';

/** Shared, because creating an error costs more than the rest of an abort. */
const TIMED_OUT = new Error('The time limit has passed.');

/** Waits for work, at most `ms` milliseconds; rejects if the work fails first. */
export async function withinTime(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  const limit = new AbortController();
  const late = clock.sleep(ms, limit.signal).catch(() => undefined);
  try {
    await Promise.race([work, late]);
  } finally {
    limit.abort(TIMED_OUT);
  }
}
