import type { Clock } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { CachedIndex } from './cached-index.ts';
import { IndexManager } from './index-manager.ts';
import { IndexLost, IndexThread } from './index-thread.ts';
import type { IndexQuery, RetrievedChunk } from './knowledge-index.ts';
import type { ChunkLoader, KnowledgebaseKey, KnowledgebaseState } from './loader.ts';

/** How often a question whose index is lost is asked again. */
const ATTEMPTS = 3;

export interface RetrievalEngineOptions {
  loader: ChunkLoader;
  clock: Clock;
  /** Indexes kept in memory together; the least recently used ones go first. One that alone is larger still works. */
  memoryLimitBytes: number;
  /** Another thread to run, for tests of its failures. */
  workerFile?: URL;
}

export interface RetrievalQuery extends KnowledgebaseKey, IndexQuery {
  /** Longest wait for what is new, where there is an older index that can answer. */
  refreshTimeoutMs: number;
  signal: AbortSignal;
}

export interface RetrievalEngine {
  /**
   * Best passages first; none where the account has no such knowledgebase. Sees all that was committed before the call,
   * or, where that takes longer than `refreshTimeoutMs`, what an older index has of the documents that are still there.
   */
  search(query: RetrievalQuery): Promise<RetrievedChunk[]>;
  /** Builds or refreshes the index ahead of the first question. */
  warm(key: KnowledgebaseKey, signal: AbortSignal): Promise<void>;
  /** What is in memory now. */
  usage(): { indexes: number; passages: number; memoryBytes: number };
  close(): Promise<void>;
}

export function createRetrievalEngine(options: RetrievalEngineOptions): RetrievalEngine {
  const { loader, clock, memoryLimitBytes, workerFile } = options;
  const lifetime = new AbortController();
  const thread = new IndexThread(() => manager.clear(), workerFile);
  const manager = new IndexManager({ loader, thread, memoryLimitBytes, lifetime: lifetime.signal });

  /** Null where the account has no such knowledgebase. */
  function currentState(key: KnowledgebaseKey): Promise<KnowledgebaseState | null> {
    return loader.currentState(key, manager.knownRevision(key.knowledgebaseId));
  }

  async function searchOnce(asked: RetrievalQuery): Promise<RetrievedChunk[]> {
    const { signal, query, queryVector, limit } = asked;
    const state = await currentState(asked);
    if (state === null) return [];
    const index = await unlessAborted(() => freshOrExistingIndex(asked, state), signal);
    const command = { type: 'search', index: index.number, query: { query, queryVector, limit } } as const;
    const found = await unlessAborted(() => thread.send(command), signal);
    return index.revision < state.revision ? withoutDeleted(found, state) : found;
  }

  async function freshOrExistingIndex(
    asked: RetrievalQuery,
    state: KnowledgebaseState,
  ): Promise<CachedIndex> {
    const { userId, knowledgebaseId, refreshTimeoutMs } = asked;
    const key = { userId, knowledgebaseId };
    const fresh = manager.indexAt(key, state);
    if (manager.existingIndex(key, state) === undefined) return await fresh;
    // When the patience ends first, nobody waits for this; its failure must not end the process.
    fresh.catch(() => undefined);
    const waiting = new AbortController();
    const older = clock
      .sleep(refreshTimeoutMs, waiting.signal)
      .then(() => manager.existingIndex(key, state) ?? fresh);
    older.catch(() => undefined);
    try {
      return await Promise.race([fresh, older]);
    } finally {
      waiting.abort();
    }
  }

  return {
    async search(query) {
      query.signal.throwIfAborted();
      return await retryAfterLoss(() => searchOnce(query), lifetime.signal);
    },
    async warm(key, signal) {
      await retryAfterLoss(async () => {
        const state = await currentState(key);
        if (state !== null) await unlessAborted(() => manager.indexAt(key, state), signal);
      }, lifetime.signal);
    },
    usage: () => manager.usage(),
    async close() {
      lifetime.abort(new AppError('unavailable', 'The retrieval engine is closed.'));
      await thread.close();
    },
  };
}

/** An older index knows documents that were deleted since. */
function withoutDeleted(
  found: readonly RetrievedChunk[],
  { documents }: KnowledgebaseState,
): RetrievedChunk[] {
  const ids = new Set(documents?.map((document) => document.id));
  return found.filter((chunk) => ids.has(chunk.documentId));
}

/** An index can be lost under a question; one that is lost again and again is a fault to show. */
async function retryAfterLoss<T>(run: () => Promise<T>, lifetime: AbortSignal): Promise<T> {
  let loss: unknown;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    lifetime.throwIfAborted();
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof IndexLost)) throw error;
      loss = error;
    }
  }
  lifetime.throwIfAborted();
  throw new AppError('unavailable', 'The knowledgebase cannot be searched right now.', { cause: loss });
}

/** Stops waiting when the signal says so; what was begun goes on for the others that wait for it. */
async function unlessAborted<T>(begin: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const work = begin();
  // When the asker leaves first, nobody else waits for this; its failure must not end the process.
  work.catch(() => undefined);
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
