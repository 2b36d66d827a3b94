import { type Clock, systemClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';

/** Differences up to this are within the error of measurement and ignored. */
const TOLERATED_MS = 1000;
const MEASURED_EVERY_MS = 30_000;
/** Slower answers are too imprecise to use. */
const SLOWEST_ANSWER_MS = 1000;

/** Runs the query for the database's time. */
export interface TimeSource {
  query(text: string): Promise<{ now: Date }[]>;
}

export interface SharedClock {
  clock: Clock;
  stop(): void;
}

/**
 * Milliseconds by which the database's clock is ahead of `clock`; null if the response was too slow for an estimate.
 */
export async function clockOffset(database: TimeSource, clock: Clock): Promise<number | null> {
  const askedAtMs = clock.monotonicMs();
  const [row] = await database.query('select clock_timestamp() as now');
  const tookMs = clock.monotonicMs() - askedAtMs;
  if (row === undefined || tookMs > SLOWEST_ANSWER_MS) return null;
  return row.now.getTime() + tookMs / 2 - clock.now().getTime();
}

/**
 * The system clock, corrected to the database's clock when they differ by more than a second: processes share due times
 * and expiries, and one wrong clock would shift them for all. Logs a warning when it starts to correct.
 */
export async function followDatabaseClock(
  database: TimeSource,
  log: Log,
  system: Clock = systemClock,
): Promise<SharedClock> {
  let correctionMs = 0;
  const measure = async (): Promise<void> => {
    const offsetMs = await clockOffset(database, system);
    if (offsetMs === null) return;
    const isOff = Math.abs(offsetMs) > TOLERATED_MS;
    if (isOff && correctionMs === 0) {
      const text =
        'This machine’s clock differs from the database’s; the database’s time is used. Synchronize both with NTP.';
      log.warn({ secondsAhead: Math.round(-offsetMs / 1000) }, text);
    }
    correctionMs = isOff ? offsetMs : 0;
  };
  await measure();
  // Database failures are reported elsewhere.
  const timer = setInterval(() => void measure().catch(() => undefined), MEASURED_EVERY_MS);
  timer.unref();
  const clock: Clock = { ...system, now: () => new Date(system.now().getTime() + correctionMs) };
  return { clock, stop: () => clearInterval(timer) };
}
