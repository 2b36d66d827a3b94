import { setTimeout } from 'node:timers/promises';

/** Runs `work` repeatedly, with pauses, until the signal is aborted. Rejects with errors of `work`. */
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
