import type { Clock } from '../../../core/clock.ts';

/** What a peer says of a press in two ways it says within this. */
const SAME_PRESS_MS = 2000;
const MAX_TOLD = 50;

/**
 * Counts every press once, whether a peer tells it by RFC 4733 events, by INFO, by its tone, or by INFO beside one of the others.
 * What it agreed to is no sign: telephones that are set to INFO agree to events all the same.
 */
export class KeyPresses {
  readonly #clock: Clock;
  /** Counted by INFO or by a tone, and not told in another way so far. */
  #told: { digit: string; by: 'info' | 'tone'; atMs: number }[] = [];
  #hasEvents = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns whether it is a press of its own */
  byEvent(digit: string): boolean {
    this.#hasEvents = true;
    return !this.#isTold(digit, 'event');
  }

  /** @returns whether it is a press of its own */
  byTone(digit: string): boolean {
    return this.#tell(digit, 'tone');
  }

  /** @param mayUseEvents whether the peer has agreed to events: whoever does not any more presses by INFO alone */
  byInfo(digit: string, mayUseEvents: boolean): boolean {
    return (!this.#hasEvents || !mayUseEvents) && this.#tell(digit, 'info');
  }

  #tell(digit: string, by: 'info' | 'tone'): boolean {
    if (this.#isTold(digit, by)) return false;
    this.#told = [...this.#told, { digit, by, atMs: this.#clock.monotonicMs() }].slice(-MAX_TOLD);
    return true;
  }

  /** Whether a press was told in another way; that is of no other press then. */
  #isTold(digit: string, by: 'info' | 'tone' | 'event'): boolean {
    const sinceMs = this.#clock.monotonicMs() - SAME_PRESS_MS;
    const same = this.#told.findIndex((one) => one.digit === digit && one.by !== by && one.atMs >= sinceMs);
    if (same !== -1) this.#told.splice(same, 1);
    return same !== -1;
  }
}
