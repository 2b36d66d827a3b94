import { type Clock, systemClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';

/** Larger differences make shared times wrong; smaller ones are within the error of the measurement. */
const TOLERATED_MS = 1000;
const MEASURED_EVERY_MS = 30_000;
/** A slower answer says too little about the time. */
const SLOWEST_ANSWER_MS = 1000;

/** Runs the query for the database's time. */
export interface TimeSource {
  query(text: string): Promise<{ now: Date }[]>;
}

export interface SharedClock {
  clock: Clock;
  stop(): void;
}

/** How far the database's clock is ahead of `clock`, in milliseconds; null: its answer came too late to tell. */
export async function clockOffset(database: TimeSource, clock: Clock): Promise<number | null> {
  const askedAtMs = clock.monotonicMs();
  const [row] = await database.query('select clock_timestamp() as now');
  const tookMs = clock.monotonicMs() - askedAtMs;
  if (row === undefined || tookMs > SLOWEST_ANSWER_MS) return null;
  return row.now.getTime() + tookMs / 2 - clock.now().getTime();
}

/**
 * The system's clock, corrected to the database's where they differ by more than a second: processes share due times
 * and expiries, and one wrong clock would move them for all. Warns when it begins to correct.
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
        'This machine’s clock differs from the database’s; the database’s time is used. Synchronise both with NTP.';
      log.warn({ secondsAhead: Math.round(-offsetMs / 1000) }, text);
    }
    correctionMs = isOff ? offsetMs : 0;
  };
  await measure();
  // Other code reports a database that does not answer.
  const timer = setInterval(() => void measure().catch(() => undefined), MEASURED_EVERY_MS);
  timer.unref();
  const clock: Clock = { ...system, now: () => new Date(system.now().getTime() + correctionMs) };
  return { clock, stop: () => clearInterval(timer) };
}
