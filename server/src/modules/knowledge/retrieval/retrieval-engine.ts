import type { Clock } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { CachedIndex } from './cached-index.ts';
import { IndexManager } from './index-manager.ts';
import { IndexLost, IndexThread } from './index-thread.ts';
import type { IndexQuery, RetrievedChunk } from './knowledge-index.ts';
import type { ChunkLoader, KnowledgebaseKey, KnowledgebaseState } from './loader.ts';

/** Attempts per search when indexes are lost. */
const ATTEMPTS = 3;

export interface RetrievalEngineOptions {
  loader: ChunkLoader;
  clock: Clock;
  /** Limit for all indexes together; the least recently used are evicted. A single index may exceed it. */
  memoryLimitBytes: number;
  /** Override for tests of thread failures. */
  workerFile?: URL;
}

export interface RetrievalQuery extends KnowledgebaseKey, IndexQuery {
  /** Longest wait for a refresh if an older index can answer. */
  refreshTimeoutMs: number;
  signal: AbortSignal;
}

export interface RetrievalEngine {
  /**
   * Returns the best passages first; none if the account has no such knowledgebase. Includes everything committed
   * before the call. If the refresh takes longer than `refreshTimeoutMs`, an older index without deleted documents is
   * used.
   */
  search(query: RetrievalQuery): Promise<RetrievedChunk[]>;
  /** Builds or refreshes the index, so that the first question need not wait for it. */
  warm(key: KnowledgebaseKey, signal: AbortSignal): Promise<void>;
  usage(): { indexes: number; passages: number; memoryBytes: number };
  close(): Promise<void>;
}

export function createRetrievalEngine(options: RetrievalEngineOptions): RetrievalEngine {
  const { loader, clock, memoryLimitBytes, workerFile } = options;
  const lifetime = new AbortController();
  const thread = new IndexThread(() => manager.clear(), workerFile);
  const manager = new IndexManager({ loader, thread, memoryLimitBytes, lifetime: lifetime.signal });

  function currentState(key: KnowledgebaseKey): Promise<KnowledgebaseState | null> {
    return loader.currentState(key, manager.knownRevision(key.knowledgebaseId));
  }

  async function searchOnce(request: RetrievalQuery): Promise<RetrievedChunk[]> {
    const { signal, query, queryVector, limit } = request;
    const state = await currentState(request);
    if (state === null) return [];
    const index = await unlessAborted(() => freshOrExistingIndex(request, state), signal);
    const command = { type: 'search', index: index.number, query: { query, queryVector, limit } } as const;
    const found = await unlessAborted(() => thread.send(command), signal);
    return index.revision < state.revision ? withoutDeleted(found, state) : found;
  }

  async function freshOrExistingIndex(
    request: RetrievalQuery,
    state: KnowledgebaseState,
  ): Promise<CachedIndex> {
    const { userId, knowledgebaseId, refreshTimeoutMs } = request;
    const key = { userId, knowledgebaseId };
    const fresh = manager.indexAt(key, state);
    if (manager.existingIndex(key, state) === undefined) return await fresh;
    // Avoids an unhandled rejection if the timeout comes first.
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

/** Removes passages of deleted documents, which an older index may still contain. */
function withoutDeleted(
  found: readonly RetrievedChunk[],
  { documents }: KnowledgebaseState,
): RetrievedChunk[] {
  const ids = new Set(documents?.map((document) => document.id));
  return found.filter((chunk) => ids.has(chunk.documentId));
}

/** Retries when an index is lost during a search; reports repeated losses. */
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

/** Stops waiting on abort. The work continues, because other callers may share it. */
async function unlessAborted<T>(begin: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const work = begin();
  // Avoids an unhandled rejection after an abort.
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
