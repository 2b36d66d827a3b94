import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../db/client.ts';
import type { CallerNumber } from '../assistant/caller-number.ts';
import { dialRateOf, lockRates, storeRates } from './dial-rates.ts';

export interface RateDeps {
  database: Database;
  clock: Clock;
  /** By provider of the number; a provider that is absent has no limit. */
  callsPerSecond: ReadonlyMap<string, number>;
}

/** Retry interval when the queue is too long to book. */
const ASK_AGAIN_MS = 1000;

/**
 * Waits for a slot of the carrier's rate limit. Requested calls get slots before campaign calls, in the order of the
 * requests. Resolves immediately when `signal` aborts.
 */
export async function waitForRate(
  { database, clock, callsPerSecond }: RateDeps,
  number: CallerNumber,
  signal: AbortSignal,
): Promise<void> {
  const rate = dialRateOf(number, callsPerSecond);
  if (rate === null) return;
  while (!signal.aborted) {
    const atMs = await database.transaction(async (transaction) => {
      const rates = await lockRates(transaction, [rate.key], clock.now());
      const booked = rates.book(rate);
      await storeRates(transaction, rates);
      return booked;
    });
    const waitMs = atMs === null ? ASK_AGAIN_MS : atMs - clock.now().getTime();
    if (waitMs > 0) await clock.sleep(waitMs, signal).catch(() => undefined);
    if (atMs !== null) return;
  }
}
