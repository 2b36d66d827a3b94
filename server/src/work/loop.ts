import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { outsideRequests } from '../core/outside-requests.ts';

export interface Loop {
  /** Runs the work now, or once more after the current run. */
  wake(): void;
  /** Aborts the signal of running work and resolves when it has ended. */
  stop(): Promise<void>;
}

/** One run of the work. */
export interface Run {
  /** Aborts when the loop stops. */
  signal: AbortSignal;
  /** True for the first run and at each interval; false if the work was only woken. */
  isDue: boolean;
}

/**
 * Runs `work` immediately, every `intervalMs` and when woken, never twice at a time: for work that is due at a point in
 * time and too frequent for queue rows. `work` must claim what it processes, so that processes share it. After a failure
 * the next run retries; an outage is logged once.
 */
export function startLoop(deps: {
  /** For the log, for example `conversation ends`. */
  name: string;
  intervalMs: number;
  clock: Clock;
  log: Log;
  work(run: Run): Promise<void>;
}): Loop {
  const { name, intervalMs, clock, log, work } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isBroken = false;
  let isDue = true;
  let isTimerSet = false;
  let woken = Promise.withResolvers<void>();
  const runOnce = async (): Promise<void> => {
    const run = { signal, isDue };
    isDue = false;
    try {
      await work(run);
      // A run that was only woken may have left out what fails.
      if (isBroken && run.isDue) {
        log.info({ loop: name }, 'Periodic work is running again.');
        isBroken = false;
      }
    } catch (error) {
      if (signal.aborted || isBroken) return;
      isBroken = true;
      log.warn({ loop: name, error }, 'Periodic work failed; retrying.');
    }
  };
  // Not restarted by wakes, so that they neither cost a timer each nor delay the next interval.
  const setTimer = (): void => {
    if (isTimerSet || signal.aborted) return;
    isTimerSet = true;
    clock.sleep(intervalMs, signal).then(
      () => {
        isTimerSet = false;
        isDue = true;
        woken.resolve();
      },
      () => undefined,
    );
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      woken = Promise.withResolvers();
      await runOnce();
      setTimer();
      if (!signal.aborted) await woken.promise;
    }
  };
  const running = outsideRequests(run);
  return {
    wake: () => woken.resolve(),
    stop: async () => {
      stopping.abort(new Error('This process is stopping.'));
      woken.resolve();
      await running;
    },
  };
}
