import { setTimeout as delay } from 'node:timers/promises';

/** Time as a dependency: everything that waits or compares times takes a clock, so that tests own it. */
export interface Clock {
  /** The current instant. */
  now(): Date;
  /** Resolves after `delayMs`; rejects with the signal's reason when aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: async (delayMs, signal) => {
    signal?.throwIfAborted();
    try {
      await delay(delayMs, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};
