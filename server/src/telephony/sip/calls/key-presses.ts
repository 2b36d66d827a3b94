import type { Clock } from '../../../core/clock.ts';

/** What a peer says of a press both ways it says within this. */
const SAME_PRESS_MS = 2000;
const MAX_INFORMED = 50;

/**
 * Counts every press once, whether a peer tells it by RFC 4733 events, by INFO, or both ways. What it agreed to is no sign:
 * telephones that are set to INFO agree to events all the same.
 */
export class KeyPresses {
  readonly #clock: Clock;
  /** Told by INFO, and not by an event so far. */
  #informed: { digit: string; atMs: number }[] = [];
  #hasEvents = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns whether it is a press of its own */
  byEvent(digit: string): boolean {
    this.#hasEvents = true;
    const sinceMs = this.#clock.monotonicMs() - SAME_PRESS_MS;
    const same = this.#informed.findIndex((one) => one.digit === digit && one.atMs >= sinceMs);
    if (same !== -1) this.#informed.splice(same, 1);
    return same === -1;
  }

  /** @param mayUseEvents whether the peer has agreed to events: whoever does not any more presses by INFO alone */
  byInfo(digit: string, mayUseEvents: boolean): boolean {
    if (this.#hasEvents && mayUseEvents) return false;
    this.#informed = [...this.#informed, { digit, atMs: this.#clock.monotonicMs() }].slice(-MAX_INFORMED);
    return true;
  }
}
