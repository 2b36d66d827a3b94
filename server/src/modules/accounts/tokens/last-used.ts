import type { Clock } from '../../../core/clock.ts';
import { outsideRequests } from '../../../core/outside-requests.ts';
import type { Executor } from '../../../db/client.ts';
import { touchTokens } from './token-store.ts';

/** Records in the background when tokens were last used; requests do not wait for it. */
export interface LastUsedRecorder {
  note(tokenId: number): void;
  /** Resolves when all recorded uses are stored. */
  flush(): Promise<void>;
}

/** One second longer than the interval of one minute in `touchTokens`. */
const WRITE_INTERVAL_MS = 61_000;
/** Bounds memory when a process sees many tokens. */
const MAX_REMEMBERED = 50_000;

export function createLastUsedRecorder(
  database: Executor,
  clock: Pick<Clock, 'monotonicMs'>,
  onFailure: (error: unknown) => void,
): LastUsedRecorder {
  const writtenAt = new Map<number, number>();
  let pending = new Set<number>();
  let writing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    if (pending.size > 0) {
      const used = [...pending];
      pending = new Set();
      writing = writing.then(() => touchTokens(database, used)).catch(onFailure);
    }
    return writing;
  };
  return {
    note: (tokenId) => {
      const nowMs = clock.monotonicMs();
      const lastMs = writtenAt.get(tokenId);
      if (lastMs !== undefined && nowMs - lastMs < WRITE_INTERVAL_MS) return;
      if (writtenAt.size >= MAX_REMEMBERED) writtenAt.clear();
      writtenAt.set(tokenId, nowMs);
      pending.add(tokenId);
      outsideRequests(() => setImmediate(flush));
    },
    flush,
  };
}
