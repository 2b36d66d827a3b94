/** Time as a dependency: code that waits or compares times takes a clock, so that tests control it. */
export interface Clock {
  now(): Date;
  /**
   * Whole milliseconds since an arbitrary instant, unaffected by changes of the wall clock. For time limits and
   * durations.
   */
  monotonicMs(): number;
  /** Resolves after `delayMs`; rejects with the signal's reason when aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => Math.floor(performance.now()),
  // node:timers/promises builds an error with a stack for each aborted wait, and most waits here are aborted.
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

/** Waits until `atMs` or until `signal` aborts. Waits again if a timer fires a fraction of a millisecond early. */
export async function sleepUntil(
  clock: Pick<Clock, 'now' | 'sleep'>,
  atMs: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const waitMs = atMs - clock.now().getTime();
    if (waitMs <= 0 || signal.aborted) return;
    await clock.sleep(waitMs, signal).catch(() => undefined);
  }
}
