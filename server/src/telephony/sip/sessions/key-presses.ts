import type { Clock } from '../../../core/clock.ts';

/** A peer reports the same press in two ways within this time. */
const SAME_PRESS_MS = 2000;
const MAX_REPORTED = 50;

/**
 * Deduplicates key presses that a peer reports as RFC 4733 events, as in-band tones and by INFO. The negotiation does
 * not tell which are used: phones set to INFO also negotiate events.
 */
export class KeyPresses {
  readonly #clock: Clock;
  /** Presses reported by INFO or tone that may still be reported in another way. */
  #reported: { digit: string; by: 'info' | 'tone'; atMs: number }[] = [];
  #hasEvents = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns true if this is a new press */
  byEvent(digit: string): boolean {
    this.#hasEvents = true;
    return !this.#isReported(digit, 'event');
  }

  /** @returns true if this is a new press */
  byTone(digit: string): boolean {
    return this.#report(digit, 'tone');
  }

  /** @param mayUseEvents true if events are negotiated; a peer without them reports by INFO only */
  byInfo(digit: string, mayUseEvents: boolean): boolean {
    return (!this.#hasEvents || !mayUseEvents) && this.#report(digit, 'info');
  }

  #report(digit: string, by: 'info' | 'tone'): boolean {
    if (this.#isReported(digit, by)) return false;
    this.#reported = [...this.#reported, { digit, by, atMs: this.#clock.monotonicMs() }].slice(-MAX_REPORTED);
    return true;
  }

  /** True if the press was already reported in another way. Consumes that report. */
  #isReported(digit: string, by: 'info' | 'tone' | 'event'): boolean {
    const sinceMs = this.#clock.monotonicMs() - SAME_PRESS_MS;
    const same = this.#reported.findIndex(
      (one) => one.digit === digit && one.by !== by && one.atMs >= sinceMs,
    );
    if (same !== -1) this.#reported.splice(same, 1);
    return same !== -1;
  }
}
