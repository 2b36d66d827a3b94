import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';

export interface Ticker {
  /** Aborts the signal of running work and resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` immediately and again `intervalMs` after each run, in every process that runs jobs: for work that is
 * due at a point in time and too frequent for queue rows. `work` must claim what it processes, so that processes share it.
 * After a failure the next tick retries; an outage is logged once.
 */
export function startTicker(deps: {
  /** For the log, for example `conversation ends`. */
  name: string;
  intervalMs: number;
  clock: Clock;
  log: Log;
  work(signal: AbortSignal): Promise<void>;
}): Ticker {
  const { name, intervalMs, clock, log, work } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isBroken = false;
  const tick = async (): Promise<void> => {
    try {
      await work(signal);
      if (isBroken) log.info({ ticker: name }, 'Periodic work is running again.');
      isBroken = false;
    } catch (error) {
      if (signal.aborted || isBroken) return;
      isBroken = true;
      log.warn({ ticker: name, error }, 'Periodic work failed; retrying.');
    }
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await tick();
      if (!signal.aborted) await clock.sleep(intervalMs, signal).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort(new Error('This process is stopping.'));
      await running;
    },
  };
}
