import type { Executor } from '../../../db/client.ts';
import type { CallerNumber } from '../assistant/caller-number.ts';

/*
 * How fast calls may go out over a carrier, over all processes: a row per account at a carrier holds the instant at which the next call
 * may begin, and every call moves it on by the time between two (GCRA, without a tolerance: nothing is caught up with).
 * Calls of campaigns take the places of the next moment, so that what a claim and its timer need lies before the instant
 * at which a call begins; calls that somebody asked for book further ahead, and so go first.
 */

/**
 * So far ahead calls of campaigns take places: as long as a claim takes, and the timer that leads to it, on a busy machine too.
 * Leads take them in the order of their instants, as all are claimed that long before; whoever stops a campaign waits for longer.
 */
export const TAKEN_AHEAD_MS = 90;

/** So far ahead calls are booked. */
const MOST_BOOKED_MS = 20_000;

/** A row is never further ahead than that, but for processes whose clocks differ: else the clock was set back. */
const MOST_AHEAD_MS = 30_000;

export interface Pace {
  key: string;
  /** Between two calls. */
  intervalMs: number;
}

/** The pace of calls from a number, which all numbers of its carrier's account share; null: no limit. */
export function paceOf(
  { provider, carrier_account: key }: Pick<CallerNumber, 'provider' | 'carrier_account'>,
  callsPerSecond: ReadonlyMap<string, number>,
): Pace | null {
  const perSecond = callsPerSecond.get(provider);
  if (perSecond === undefined) return null;
  return { key, intervalMs: 1000 / perSecond };
}

/** What is left of the paces that a claim has locked. */
export class LockedPaces {
  readonly #nextMs: Map<string, number>;
  readonly #nowMs: number;
  readonly #taken = new Set<string>();

  /** @param nextMs by key, when the next call may begin */
  constructor(nextMs: ReadonlyMap<string, number>, nowMs: number) {
    this.#nextMs = new Map(nextMs);
    this.#nowMs = nowMs;
  }

  /**
   * Takes the place of one call, now or in a moment.
   * @param earliestMs its call is not to begin before
   * @returns when its call may begin; null: there is no place yet
   */
  take(pace: Pace, earliestMs: number): number | null {
    return this.#takeBetween(pace, Math.max(earliestMs, this.#nowMs), this.#nowMs + TAKEN_AHEAD_MS);
  }

  /** Gives back a place that was taken for a call that does not begin; one that others stand behind is lost. */
  giveBack({ key, intervalMs }: Pace, atMs: number): void {
    if (this.#nextMs.get(key) === atMs + intervalMs) this.#nextMs.set(key, atMs);
  }

  /** Takes the next place of all, also one to come. @returns when its call may begin; null: too many stand before it */
  book(pace: Pace): number | null {
    return this.#takeBetween(pace, this.#nowMs, this.#nowMs + MOST_BOOKED_MS);
  }

  #takeBetween(pace: Pace, earliestMs: number, latestMs: number): number | null {
    const { key, intervalMs } = pace;
    const atMs = Math.max(this.nextMs(pace), earliestMs);
    if (atMs > latestMs) return null;
    this.#nextMs.set(key, atMs + intervalMs);
    this.#taken.add(key);
    return atMs;
  }

  /** When a call may begin that finds no place now. */
  nextMs({ key, intervalMs }: Pace): number {
    const nextMs = this.#nextMs.get(key) ?? 0;
    return nextMs > this.#nowMs + intervalMs + MOST_AHEAD_MS ? this.#nowMs : nextMs;
  }

  /** What calls were taken from. */
  get taken(): { key: string; nextMs: number }[] {
    return [...this.#taken].map((key) => ({ key, nextMs: this.#nextMs.get(key) ?? 0 }));
  }
}

/** Locks paces, in one order, until the transaction ends. */
export async function lockPaces(
  transaction: Executor,
  keys: readonly string[],
  now: Date,
): Promise<LockedPaces> {
  if (keys.length === 0) return new LockedPaces(new Map(), now.getTime());
  const sorted = [...new Set(keys)].sort();
  const lock = `select key, extract(epoch from next_at)::float8 * 1000 as "nextMs" from dial_paces
    where key = any($1) order by key for update`;
  let rows = await transaction.query<{ key: string; nextMs: number }>(lock, [sorted]);
  if (rows.length < sorted.length) {
    await transaction.query(
      'insert into dial_paces (key, next_at) select key, $2 from unnest($1::text[]) as key order by key on conflict do nothing',
      [sorted, now],
    );
    rows = await transaction.query(lock, [sorted]);
  }
  return new LockedPaces(new Map(rows.map(({ key, nextMs }) => [key, nextMs])), now.getTime());
}

/** In microseconds, so that the rounding of many calls does not add up. */
export async function storePaces(transaction: Executor, paces: LockedPaces): Promise<void> {
  if (paces.taken.length === 0) return;
  await transaction.query(
    `update dial_paces set next_at = to_timestamp(taken."nextMs" / 1000)
     from json_to_recordset($1) as taken (key text, "nextMs" float8) where dial_paces.key = taken.key`,
    [JSON.stringify(paces.taken)],
  );
}
