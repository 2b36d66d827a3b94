import type { Clock } from '../../../core/clock.ts';
import type { Target } from './flow.ts';

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** After the pause one request tries the server; others avoid it for this long. */
const TRIAL_MS = 32_000;
const MAX_KNOWN = 1000;

interface Failing {
  failures: number;
  untilMs: number;
}

/** Tracks failing servers so that they are tried last. */
export class TargetHealth {
  readonly #clock: Clock;
  readonly #failing = new Map<string, Failing>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Moves failing servers to the end. After its pause a server returns to its position for one trial. */
  order(targets: readonly Target[]): Target[] {
    const nowMs = this.#clock.monotonicMs();
    const good = targets.filter((target) => !this.#isOut(target, nowMs));
    return [...good, ...targets.filter((target) => !good.includes(target))];
  }

  /** @param retryAfterMs from the server's Retry-After header */
  failed(target: Target, retryAfterMs: number | null = null): void {
    const key = keyOf(target);
    const failures = (this.#failing.get(key)?.failures ?? 0) + 1;
    const pauseMs = retryAfterMs ?? FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10);
    const untilMs = this.#clock.monotonicMs() + Math.min(pauseMs, LONGEST_PAUSE_MS);
    this.#failing.delete(key);
    this.#failing.set(key, { failures, untilMs });
    const [oldest] = this.#failing.keys();
    if (this.#failing.size > MAX_KNOWN && oldest !== undefined) this.#failing.delete(oldest);
  }

  worked(target: Target): void {
    this.#failing.delete(keyOf(target));
  }

  #isOut(target: Target, nowMs: number): boolean {
    const failing = this.#failing.get(keyOf(target));
    if (failing === undefined) return false;
    if (failing.untilMs > nowMs) return true;
    failing.untilMs = nowMs + TRIAL_MS;
    return false;
  }
}

function keyOf({ transport, address, port }: Target): string {
  return `${transport} ${address} ${port}`;
}
