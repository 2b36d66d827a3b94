import type { Clock } from '../../../core/clock.ts';
import type { Target } from './flow.ts';

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** How long whoever tries a server again has to find out. */
const TRIAL_MS = 32_000;
const MAX_KNOWN = 1000;

interface Trouble {
  failures: number;
  untilMs: number;
}

/** Which servers do not answer at present, so that not every call waits for them first. */
export class TargetHealth {
  readonly #clock: Clock;
  readonly #troubles = new Map<string, Trouble>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** In their order, but those in trouble last. One whose time is over takes its place again for whoever asks first. */
  order(targets: readonly Target[]): Target[] {
    const nowMs = this.#clock.monotonicMs();
    const good = targets.filter((target) => !this.#isOut(target, nowMs));
    return [...good, ...targets.filter((target) => !good.includes(target))];
  }

  /** @param retryAfterMs what it says itself of how long it cannot */
  failed(target: Target, retryAfterMs: number | null = null): void {
    const key = keyOf(target);
    const failures = (this.#troubles.get(key)?.failures ?? 0) + 1;
    const pauseMs = retryAfterMs ?? FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10);
    const untilMs = this.#clock.monotonicMs() + Math.min(pauseMs, LONGEST_PAUSE_MS);
    this.#troubles.delete(key);
    this.#troubles.set(key, { failures, untilMs });
    const [oldest] = this.#troubles.keys();
    if (this.#troubles.size > MAX_KNOWN && oldest !== undefined) this.#troubles.delete(oldest);
  }

  worked(target: Target): void {
    this.#troubles.delete(keyOf(target));
  }

  #isOut(target: Target, nowMs: number): boolean {
    const trouble = this.#troubles.get(keyOf(target));
    if (trouble === undefined) return false;
    if (trouble.untilMs > nowMs) return true;
    trouble.untilMs = nowMs + TRIAL_MS;
    return false;
  }
}

function keyOf({ transport, address, port }: Target): string {
  return `${transport} ${address} ${port}`;
}
