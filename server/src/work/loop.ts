import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';

export interface Loop {
  /** Runs the work now, or once more after the current run. */
  wake(): void;
  /** Aborts the signal of running work and resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` immediately, when woken, and `intervalMs` after each run, never twice at a time: for work that is due at a
 * point in time and too frequent for queue rows. `work` must claim what it processes, so that processes share it. After a
 * failure the next run retries; an outage is logged once.
 */
export function startLoop(deps: {
  /** For the log, for example `conversation ends`. */
  name: string;
  intervalMs: number;
  clock: Clock;
  log: Log;
  work(signal: AbortSignal): Promise<void>;
}): Loop {
  const { name, intervalMs, clock, log, work } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isBroken = false;
  let woken = Promise.withResolvers<void>();
  const runOnce = async (): Promise<void> => {
    try {
      await work(signal);
      if (isBroken) log.info({ loop: name }, 'Periodic work is running again.');
      isBroken = false;
    } catch (error) {
      if (signal.aborted || isBroken) return;
      isBroken = true;
      log.warn({ loop: name, error }, 'Periodic work failed; retrying.');
    }
  };
  const pause = async (): Promise<void> => {
    const awake = new AbortController();
    const slept = clock.sleep(intervalMs, awake.signal).catch(() => undefined);
    await Promise.race([slept, woken.promise]);
    awake.abort(new Error('The loop was woken.'));
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      woken = Promise.withResolvers<void>();
      await runOnce();
      if (!signal.aborted) await pause();
    }
  };
  const running = run();
  return {
    wake: () => woken.resolve(),
    stop: async () => {
      stopping.abort(new Error('This process is stopping.'));
      woken.resolve();
      await running;
    },
  };
}
