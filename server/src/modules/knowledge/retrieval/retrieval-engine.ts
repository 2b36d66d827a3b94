import { AppError } from '../../../core/errors.ts';
import { type CachedIndex, IndexCache } from './cached-index.ts';
import { IndexLost, IndexThread } from './index-thread.ts';
import type { IndexQuery, RetrievedChunk } from './knowledge-index.ts';
import type { ChunkLoader, KnowledgebaseKey, KnowledgebaseState } from './loader.ts';
import { packChunks } from './worker-protocol.ts';

/** Passages per message to the thread: small, so that a search waits for one message at most. */
const BATCH_PASSAGES = 100;
/** How often a question whose index is lost is asked again. */
const ATTEMPTS = 3;

export interface RetrievalEngineOptions {
  loader: ChunkLoader;
  /** Indexes kept in memory together; the least recently used ones go first. One that alone is larger still works. */
  memoryLimitBytes: number;
  /** Another thread to run, for tests of its failures. */
  workerFile?: URL;
}

export interface RetrievalQuery extends KnowledgebaseKey, IndexQuery {
  signal: AbortSignal;
}

export interface RetrievalEngine {
  /** Best passages first; none where the account has no such knowledgebase. Sees all that was committed before the call. */
  search(query: RetrievalQuery): Promise<RetrievedChunk[]>;
  /** Builds or refreshes the index ahead of the first question. */
  warm(key: KnowledgebaseKey, signal: AbortSignal): Promise<void>;
  /** What is in memory now. */
  usage(): { indexes: number; passages: number; memoryBytes: number };
  close(): Promise<void>;
}

export function createRetrievalEngine(options: RetrievalEngineOptions): RetrievalEngine {
  const cache = new IndexCache(options.memoryLimitBytes);
  const refreshes = new Map<number, Promise<CachedIndex>>();
  const lifetime = new AbortController();
  const thread = new IndexThread(() => cache.clear(), options.workerFile);
  let nextNumber = 1;

  /** Brings one index to at least the given state; a full build stands aside until it is complete. */
  async function refresh(key: KnowledgebaseKey, state: KnowledgebaseState): Promise<CachedIndex> {
    const known = cache.use(key.knowledgebaseId);
    const base = known?.embeddingModel === state.embeddingModel ? known : undefined;
    const number = base?.number ?? nextNumber++;
    try {
      if (base === undefined) await thread.send({ type: 'create', index: number });
      for await (const page of options.loader.chunksSince(key, base?.revision ?? -1, lifetime.signal)) {
        for (let start = 0; start < page.length; start += BATCH_PASSAGES) {
          const packed = packChunks(page.slice(start, start + BATCH_PASSAGES));
          await thread.send({ type: 'add', index: number, packed });
        }
      }
      const built = await thread.send({ type: 'commit', index: number, documents: state.documents });
      const entry = { number, revision: state.revision, embeddingModel: state.embeddingModel, ...built };
      for (const gone of cache.put(key.knowledgebaseId, entry)) drop(gone);
      return entry;
    } catch (error) {
      if (error instanceof IndexLost) cache.remove(key.knowledgebaseId);
      else if (base === undefined) drop({ number });
      throw error;
    }
  }

  function drop({ number }: { number: number }): void {
    thread.send({ type: 'drop', index: number }).catch(() => undefined);
  }

  /** The index at the state's revision or later. Callers that come together share one refresh. */
  async function indexAt(key: KnowledgebaseKey, state: KnowledgebaseState): Promise<CachedIndex> {
    const { knowledgebaseId } = key;
    while (true) {
      const running = refreshes.get(knowledgebaseId);
      if (running !== undefined) await running;
      const entry = cache.use(knowledgebaseId);
      if (entry !== undefined && isFresh(entry, state)) return entry;
      if (refreshes.has(knowledgebaseId)) continue;
      const started = refresh(key, state).finally(() => refreshes.delete(knowledgebaseId));
      refreshes.set(knowledgebaseId, started);
      return await started;
    }
  }

  async function searchOnce(query: RetrievalQuery): Promise<RetrievedChunk[]> {
    const { userId, knowledgebaseId, signal, query: text, queryVector, limit } = query;
    const key = { userId, knowledgebaseId };
    const state = await options.loader.currentState(key);
    if (state === null) return [];
    const { number } = await unlessAborted(indexAt(key, state), signal);
    const command = { type: 'search', index: number, query: { query: text, queryVector, limit } } as const;
    return await unlessAborted(thread.send(command), signal);
  }

  return {
    async search(query) {
      query.signal.throwIfAborted();
      return await retriedAfterLoss(() => searchOnce(query), lifetime.signal);
    },
    async warm(key, signal) {
      const state = await options.loader.currentState(key);
      if (state === null) return;
      await retriedAfterLoss(() => unlessAborted(indexAt(key, state), signal), lifetime.signal);
    },
    usage() {
      const entries = [...cache.entries.values()];
      const passages = entries.reduce((sum, entry) => sum + entry.passages, 0);
      return { indexes: entries.length, passages, memoryBytes: cache.memoryBytes };
    },
    async close() {
      lifetime.abort(new AppError('unavailable', 'The retrieval engine is closed.'));
      await thread.close();
    },
  };
}

function isFresh(entry: CachedIndex, state: KnowledgebaseState): boolean {
  return entry.revision >= state.revision && entry.embeddingModel === state.embeddingModel;
}

/** An index can be lost under a question; one that is lost again and again is a fault to show. */
async function retriedAfterLoss<T>(run: () => Promise<T>, lifetime: AbortSignal): Promise<T> {
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
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
