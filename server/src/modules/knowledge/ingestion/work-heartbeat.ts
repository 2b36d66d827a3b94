import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../db/client.ts';
import { Superseded } from './superseded.ts';
import { type DocumentWork, type Progress, reportProgress } from './work-store.ts';

const intervalMs = 1_000;

/** Shows progress once a second and learns in the same statement whether the work is still wanted. */
export interface WorkHeartbeat {
  /** Aborted with `Superseded` when the document is gone, or with the drain's reason. */
  signal: AbortSignal;
  report: (progress: Progress) => void;
  stop: () => Promise<void>;
}

export function startHeartbeat(deps: {
  database: Database;
  clock: Clock;
  work: DocumentWork;
  signal: AbortSignal;
  first: Progress;
}): WorkHeartbeat {
  const { database, clock, work } = deps;
  const ended = new AbortController();
  const superseded = new AbortController();
  let progress = deps.first;
  const heartbeat = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      // A database that is away for a moment is found out by the work itself.
      const wanted = await reportProgress(database, work, progress).catch(() => true);
      if (!wanted && !ended.signal.aborted) superseded.abort(new Superseded());
      await clock.sleep(intervalMs, ended.signal).catch(() => undefined);
    }
  };
  const running = heartbeat();
  return {
    signal: AbortSignal.any([deps.signal, superseded.signal]),
    report: (next) => {
      progress = next;
    },
    stop: async () => {
      ended.abort();
      await running;
    },
  };
}
