import { MAX_CATCH_UP_MS } from '../media-clock.ts';

/**
 * Detects the first tick after a stall of the process. The silence during a stall is not the caller's, so decisions
 * on silence wait for the next tick.
 */
export class LateTicks {
  #tickedMs = 0;

  /** Call once per tick. */
  isLate(nowMs: number): boolean {
    const isLate = nowMs - this.#tickedMs > MAX_CATCH_UP_MS;
    this.#tickedMs = nowMs;
    return isLate;
  }
}
