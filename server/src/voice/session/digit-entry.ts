import { FRAME_MS } from '../legs/media-leg.ts';

/** What was collected, and what ended it. */
export interface CollectedDigits {
  digits: string;
  endedBy: 'stop-key' | 'timeout' | 'aborted';
}

interface Collecting {
  timeoutMs: number;
  stopKey: string;
  digits: string;
  /** Since the last key, or the end of the question. */
  quietSinceMs: number;
  done(collected: CollectedDigits): void;
}

/** Keys that belong together come within this. */
const TOLD_AFTER_MS = 1500;
const MAX_DIGITS = 64;

/** The keys that a customer presses: collected for a tool that waits for them, else told together as soon as no more come. */
export class DigitEntry {
  #collecting: Collecting | null = null;
  #loose = '';
  #lastMs = 0;

  get isCollecting(): boolean {
    return this.#collecting !== null;
  }

  get isActive(): boolean {
    return this.#collecting !== null || this.#loose !== '';
  }

  /** Resolves at the stop key, which is not among the digits, or when no key came for `timeoutMs`; one at a time. */
  collect(
    wanted: { timeoutMs: number; stopKey: string; nowMs: number },
    signal: AbortSignal,
  ): Promise<CollectedDigits> {
    this.#finish('aborted');
    return new Promise((resolve) => {
      const { timeoutMs, stopKey, nowMs: quietSinceMs } = wanted;
      const collecting = { timeoutMs, stopKey, digits: '', quietSinceMs, done: resolve };
      this.#collecting = collecting;
      this.#takeLoose();
      const giveUp = (): void => {
        if (this.#collecting === collecting) this.#finish('aborted');
      };
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  press(digit: string, nowMs: number): void {
    this.#lastMs = nowMs;
    if (this.#collecting === null) {
      if (this.#loose.length < MAX_DIGITS) this.#loose += digit;
      return;
    }
    this.#collecting.quietSinceMs = nowMs;
    this.#enter(this.#collecting, digit);
  }

  /** @param isAsking the assistant still says what is to be entered; @returns keys that nobody collected */
  tick(nowMs: number, isAsking: boolean): string | null {
    if (this.#collecting !== null) {
      if (isAsking) this.#collecting.quietSinceMs = nowMs;
      if (nowMs - this.#collecting.quietSinceMs >= this.#collecting.timeoutMs) this.#finish('timeout');
      return null;
    }
    if (this.#loose === '' || nowMs - this.#lastMs < TOLD_AFTER_MS) return null;
    const keys = this.#loose;
    this.#loose = '';
    return keys;
  }

  /** Keys cannot come for 20 ms. */
  standStill(): void {
    this.#lastMs += FRAME_MS;
    if (this.#collecting !== null) this.#collecting.quietSinceMs += FRAME_MS;
  }

  /** Nobody waits for the keys any more: what is pressed from now on is told. */
  giveUp(): void {
    this.#finish('aborted');
  }

  /** Who knows the question presses before it is asked: up to the stop key that is the answer. */
  #takeLoose(): void {
    for (const digit of this.#loose) {
      if (this.#collecting === null) return;
      this.#loose = this.#loose.slice(1);
      this.#enter(this.#collecting, digit);
    }
  }

  #enter(collecting: Collecting, digit: string): void {
    if (digit === collecting.stopKey) this.#finish('stop-key');
    else collecting.digits += digit;
    if (collecting.digits.length >= MAX_DIGITS) this.#finish('timeout');
  }

  #finish(endedBy: CollectedDigits['endedBy']): void {
    const collecting = this.#collecting;
    this.#collecting = null;
    collecting?.done({ digits: collecting.digits, endedBy });
  }
}
