import type { Clock } from '../../../core/clock.ts';

/** Calls back once, later; returns how to take that back. */
export function after(clock: Clock, delayMs: number, run: () => void): () => void {
  const controller = new AbortController();
  clock.sleep(delayMs, controller.signal).then(
    () => {
      if (!controller.signal.aborted) run();
    },
    () => undefined,
  );
  return () => controller.abort();
}
