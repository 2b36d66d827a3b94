import { after } from '../../../core/after.ts';
import type { Clock } from '../../../core/clock.ts';
import { TRANSACTION_TIMEOUT_MS } from './machine.ts';

/** The oldest are dropped beyond this number, so that a flood of requests cannot fill the memory. */
const MOST_KEPT = 50_000;

interface Kept<Value> {
  value: Value;
  untilMs: number;
}

/**
 * Finished transactions by their keys, as long as copies of their messages may arrive. They share one timer, because
 * a timer takes more memory than a finished transaction.
 */
export class FinishedTable<Value> {
  readonly #clock: Clock;
  readonly #most: number;
  /** The oldest first, because all are kept equally long. */
  readonly #kept = new Map<string, Kept<Value>>();
  #stop: (() => void) | null = null;

  constructor(clock: Clock, most = MOST_KEPT) {
    this.#clock = clock;
    this.#most = most;
  }

  get size(): number {
    return this.#kept.size;
  }

  add(key: string, value: Value): void {
    this.#kept.delete(key);
    this.#kept.set(key, { value, untilMs: this.#clock.monotonicMs() + TRANSACTION_TIMEOUT_MS });
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > this.#most) this.#kept.delete(oldest);
    if (this.#stop === null) this.#sweepIn(TRANSACTION_TIMEOUT_MS);
  }

  get(key: string): Value | undefined {
    return this.#kept.get(key)?.value;
  }

  clear(): void {
    this.#stop?.();
    this.#stop = null;
    this.#kept.clear();
  }

  #sweepIn(afterMs: number): void {
    this.#stop = after(this.#clock, afterMs, () => this.#sweep());
  }

  #sweep(): void {
    this.#stop = null;
    const nowMs = this.#clock.monotonicMs();
    for (const [key, { untilMs }] of this.#kept) {
      if (untilMs > nowMs) {
        this.#sweepIn(untilMs - nowMs);
        return;
      }
      this.#kept.delete(key);
    }
  }
}
