import type { Clock } from '../../core/clock.ts';

export interface Later {
  /** Calls back once after the delay; replaces a pending callback. */
  after(clock: Clock, delayMs: number, then: () => void): void;
  stop(): void;
}

/** A timer for at most one pending callback. */
export function later(): Later {
  let waiting: AbortController | null = null;
  const stop = (): void => {
    waiting?.abort();
    waiting = null;
  };
  return {
    stop,
    after(clock, delayMs, then) {
      stop();
      waiting = new AbortController();
      clock.sleep(delayMs, waiting.signal).then(then, () => {});
    },
  };
}
