import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../db/client.ts';
import { Superseded } from './superseded.ts';
import { type DocumentWork, type Progress, reportProgress } from './work-store.ts';

const intervalMs = 1_000;

/** Stores progress once a second, which also detects that the work was superseded. */
export interface WorkHeartbeat {
  /** Aborted with `Superseded` if the document was deleted or restarted, or with the shutdown's reason. */
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
      // Database errors surface in the work itself.
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
