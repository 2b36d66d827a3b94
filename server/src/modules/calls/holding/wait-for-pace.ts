import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../db/client.ts';
import type { CallerNumber } from '../assistant/caller-number.ts';
import { lockPaces, paceOf, storePaces } from './dial-paces.ts';

export interface PaceDeps {
  database: Database;
  clock: Clock;
  /** By the provider of the number; absent: no limit. */
  callsPerSecond: ReadonlyMap<string, number>;
}

/** Where so many stand before a call that it cannot be booked yet. */
const ASK_AGAIN_MS = 1000;

/**
 * Waits until the carrier of a number takes one more call: before all calls of campaigns, behind those that were asked
 * for earlier. Resolves at once when `signal` is aborted.
 */
export async function waitForPace(
  { database, clock, callsPerSecond }: PaceDeps,
  number: CallerNumber,
  signal: AbortSignal,
): Promise<void> {
  const pace = paceOf(number, callsPerSecond);
  if (pace === null) return;
  while (!signal.aborted) {
    const atMs = await database.transaction(async (transaction) => {
      const paces = await lockPaces(transaction, [pace.key], clock.now());
      const booked = paces.book(pace);
      await storePaces(transaction, paces);
      return booked;
    });
    const waitMs = atMs === null ? ASK_AGAIN_MS : atMs - clock.now().getTime();
    if (waitMs > 0) await clock.sleep(waitMs, signal).catch(() => undefined);
    if (atMs !== null) return;
  }
}
