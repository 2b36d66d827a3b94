import type { Clock } from './clock.ts';

/** Runs a callback once after a delay; returns a function that cancels it. */
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
