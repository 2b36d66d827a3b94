import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';

export interface Ticker {
  /** Resolves when the work under way is over; its signal is aborted. */
  stop(): Promise<void>;
}

/**
 * Does `work` at once and again `intervalMs` after each time, in every process that runs jobs: for what is due at an
 * instant and too frequent for a row in the queue. `work` claims what it does, so that several processes share it.
 * A failure ends nothing: the next tick tries again, and an outage is logged once.
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
      if (isBroken) log.info({ ticker: name }, 'Work that is due is done again.');
      isBroken = false;
    } catch (error) {
      if (signal.aborted || isBroken) return;
      isBroken = true;
      log.warn({ ticker: name, error }, 'Work that is due could not be done; trying again.');
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
