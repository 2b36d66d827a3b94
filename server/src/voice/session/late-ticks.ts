import { LONGEST_MADE_UP_MS } from '../media-clock.ts';

/**
 * Tells the first tick after a stall of the process. Nobody was heard while it stood still, and that is no silence of theirs:
 * whatever is decided by silence waits for the next tick.
 */
export class LateTicks {
  #tickedMs = 0;

  /** Asked once with every tick. */
  isLate(nowMs: number): boolean {
    const isLate = nowMs - this.#tickedMs > LONGEST_MADE_UP_MS;
    this.#tickedMs = nowMs;
    return isLate;
  }
}
