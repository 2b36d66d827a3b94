import type { Clock } from '../../core/clock.ts';

export interface Later {
  /** Calls back once after the delay, in place of what was to be called before. */
  after(clock: Clock, delayMs: number, then: () => void): void;
  stop(): void;
}

/** One thing that is to happen later, or not. */
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
