import type { Executor } from '../../../db/client.ts';
import type { CallerNumber } from '../assistant/caller-number.ts';

/*
 * Rate limits of carriers, shared by all processes. A row per carrier account holds the instant of the next free slot;
 * each call advances it by one interval (GCRA without burst). Campaign calls take slots of the near future, so claim
 * and timers finish before the call's instant. Requested calls book further ahead and therefore go first.
 */

/**
 * How far ahead campaign calls take slots: the time that a claim and its timer take on a busy machine. Stopping a
 * campaign waits longer than this.
 */
export const CLAIM_AHEAD_MS = 90;

/** How far ahead requested calls book. */
const MAX_BOOKED_AHEAD_MS = 20_000;

/** A row further ahead than this means that the clock was set back. Allows for clock skew between processes. */
const MAX_AHEAD_MS = 30_000;

export interface DialRate {
  key: string;
  /** Minimum interval between two calls. */
  intervalMs: number;
}

/** The rate limit of a number, shared by all numbers of its carrier account; null if the carrier has no limit. */
export function dialRateOf(
  { provider, carrier_account: key }: Pick<CallerNumber, 'provider' | 'carrier_account'>,
  callsPerSecond: ReadonlyMap<string, number>,
): DialRate | null {
  const perSecond = callsPerSecond.get(provider);
  if (perSecond === undefined) return null;
  return { key, intervalMs: 1000 / perSecond };
}

/** The rate limits that a transaction has locked. */
export class LockedRates {
  readonly #nextMs: Map<string, number>;
  readonly #nowMs: number;
  readonly #taken = new Set<string>();

  /** @param nextMs instant of the next free slot, by key */
  constructor(nextMs: ReadonlyMap<string, number>, nowMs: number) {
    this.#nextMs = new Map(nextMs);
    this.#nowMs = nowMs;
  }

  /**
   * Takes a slot within `CLAIM_AHEAD_MS`.
   * @returns when the call may begin; null if no slot is free yet
   */
  take(rate: DialRate): number | null {
    return this.#takeWithin(rate, CLAIM_AHEAD_MS);
  }

  /** Returns the slot of a call that does not begin. It is lost if a later slot has been taken. */
  release({ key, intervalMs }: DialRate, atMs: number): void {
    if (this.#nextMs.get(key) === atMs + intervalMs) this.#nextMs.set(key, atMs);
  }

  /** Books the next free slot. @returns when the call may begin; null if the queue is too long */
  book(rate: DialRate): number | null {
    return this.#takeWithin(rate, MAX_BOOKED_AHEAD_MS);
  }

  #takeWithin(rate: DialRate, aheadMs: number): number | null {
    const { key, intervalMs } = rate;
    const atMs = Math.max(this.nextMs(rate), this.#nowMs);
    if (atMs > this.#nowMs + aheadMs) return null;
    this.#nextMs.set(key, atMs + intervalMs);
    this.#taken.add(key);
    return atMs;
  }

  /** The instant of the next free slot. */
  nextMs({ key, intervalMs }: DialRate): number {
    const nextMs = this.#nextMs.get(key) ?? 0;
    return nextMs > this.#nowMs + intervalMs + MAX_AHEAD_MS ? this.#nowMs : nextMs;
  }

  /** Keys whose slots were taken, with the instant of their next free slot. */
  get taken(): { key: string; nextMs: number }[] {
    return [...this.#taken].map((key) => ({ key, nextMs: this.#nextMs.get(key) ?? 0 }));
  }
}

/** Locks the rates of these keys until the transaction ends, in key order. */
export async function lockRates(
  transaction: Executor,
  keys: readonly string[],
  now: Date,
): Promise<LockedRates> {
  if (keys.length === 0) return new LockedRates(new Map(), now.getTime());
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
  return new LockedRates(new Map(rows.map(({ key, nextMs }) => [key, nextMs])), now.getTime());
}

/** Stores microseconds, so that rounding errors do not add up. */
export async function storeRates(transaction: Executor, rates: LockedRates): Promise<void> {
  if (rates.taken.length === 0) return;
  await transaction.query(
    `update dial_paces set next_at = to_timestamp(taken."nextMs" / 1000)
     from json_to_recordset($1) as taken (key text, "nextMs" float8) where dial_paces.key = taken.key`,
    [JSON.stringify(rates.taken)],
  );
}
