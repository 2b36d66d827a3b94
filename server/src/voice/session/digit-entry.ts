import { FRAME_MS } from '../legs/media-leg.ts';

export interface CollectedDigits {
  digits: string;
  endedBy: 'stop-key' | 'timeout' | 'aborted';
}

interface Collecting {
  timeoutMs: number;
  stopKey: string;
  digits: string;
  /** Time of the last key, or of the end of the question. */
  quietSinceMs: number;
  done(collected: CollectedDigits): void;
}

const GROUP_WITHIN_MS = 1500;
const MAX_DIGITS = 64;

/** DTMF digits of the customer: collected for a waiting tool, otherwise grouped and reported when no more follow. */
export class DigitEntry {
  #collecting: Collecting | null = null;
  #unclaimed = '';
  #lastMs = 0;

  get isCollecting(): boolean {
    return this.#collecting !== null;
  }

  get isActive(): boolean {
    return this.#collecting !== null || this.#unclaimed !== '';
  }

  /** Resolves at the stop key, which is not included, or after `timeoutMs` without a key. One at a time. */
  collect(
    wanted: { timeoutMs: number; stopKey: string; nowMs: number },
    signal: AbortSignal,
  ): Promise<CollectedDigits> {
    this.#finish('aborted');
    return new Promise((resolve) => {
      const { timeoutMs, stopKey, nowMs: quietSinceMs } = wanted;
      const collecting = { timeoutMs, stopKey, digits: '', quietSinceMs, done: resolve };
      this.#collecting = collecting;
      this.#takeUnclaimed();
      const stopCollecting = (): void => {
        if (this.#collecting === collecting) this.#finish('aborted');
      };
      signal.addEventListener('abort', stopCollecting, { once: true });
    });
  }

  press(digit: string, nowMs: number): void {
    this.#lastMs = nowMs;
    if (this.#collecting === null) {
      if (this.#unclaimed.length < MAX_DIGITS) this.#unclaimed += digit;
      return;
    }
    this.#collecting.quietSinceMs = nowMs;
    this.#enter(this.#collecting, digit);
  }

  /** @param isAsking the assistant is still asking for the keys @returns keys that no tool collected */
  tick(nowMs: number, isAsking: boolean): string | null {
    if (this.#collecting !== null) {
      if (isAsking) this.#collecting.quietSinceMs = nowMs;
      if (nowMs - this.#collecting.quietSinceMs >= this.#collecting.timeoutMs) this.#finish('timeout');
      return null;
    }
    if (this.#unclaimed === '' || nowMs - this.#lastMs < GROUP_WITHIN_MS) return null;
    const keys = this.#unclaimed;
    this.#unclaimed = '';
    return keys;
  }

  /** Replaces `tick` while on hold. */
  tickOnHold(): void {
    this.#lastMs += FRAME_MS;
    if (this.#collecting !== null) this.#collecting.quietSinceMs += FRAME_MS;
  }

  stopCollecting(): void {
    this.#finish('aborted');
  }

  /** Keys pressed before the question count as the answer, up to the stop key. */
  #takeUnclaimed(): void {
    for (const digit of this.#unclaimed) {
      if (this.#collecting === null) return;
      this.#unclaimed = this.#unclaimed.slice(1);
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
