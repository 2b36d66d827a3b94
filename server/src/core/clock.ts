/** Time as a dependency: everything that waits or compares times takes a clock, so that tests own it. */
export interface Clock {
  /** The current instant. */
  now(): Date;
  /** Whole milliseconds since some instant, for time limits and durations: a wall clock that is set does not move it. */
  monotonicMs(): number;
  /** Resolves after `delayMs`; rejects with the signal's reason when aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => Math.floor(performance.now()),
  // Not that of node:timers/promises: it makes an error with a stack for every wait that is given up, as most are.
  sleep: (delayMs, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const giveUp = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      }, delayMs);
      signal?.addEventListener('abort', giveUp, { once: true });
    }),
};
