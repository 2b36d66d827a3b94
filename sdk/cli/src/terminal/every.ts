import { setTimeout } from 'node:timers/promises';

/** Runs `work`, then waits, until the signal is aborted. An error of `work` ends it. */
export async function every(waitMs: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
      await setTimeout(waitMs, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
