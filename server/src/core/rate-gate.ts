import type { Clock } from './clock.ts';

const MAX_SENDERS = 10_000;

interface Bucket {
  tokens: number;
  atMs: number;
}

/** Token buckets by sender: a flood is rejected cheaply. */
export class RateGate {
  readonly #clock: Clock;
  readonly #perSecond: number;
  readonly #burst: number;
  /** In order of last use. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock, { perSecond, burst }: { perSecond: number; burst: number }) {
    this.#clock = clock;
    this.#perSecond = perSecond;
    this.#burst = burst;
  }

  /** True if the sender has tokens left; takes `cost` in any case. */
  take(sender: string, cost = 1): boolean {
    const nowMs = this.#clock.monotonicMs();
    const bucket = this.#buckets.get(sender) ?? { tokens: this.#burst, atMs: nowMs };
    const refilled = bucket.tokens + ((nowMs - bucket.atMs) / 1000) * this.#perSecond;
    const tokens = Math.min(this.#burst, refilled);
    this.#buckets.delete(sender);
    this.#buckets.set(sender, { tokens: Math.max(tokens - cost, -this.#burst), atMs: nowMs });
    this.#forgetOldest();
    return tokens >= cost;
  }

  #forgetOldest(): void {
    if (this.#buckets.size <= MAX_SENDERS) return;
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
