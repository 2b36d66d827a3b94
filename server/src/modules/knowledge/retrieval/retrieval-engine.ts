import type { Clock } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import { IndexLost, IndexThread } from './index-thread.ts';
import type { IndexQuery, RetrievedChunk } from './knowledge-index.ts';
import type { ChunkLoader, KnowledgebaseKey, KnowledgebaseState } from './loader.ts';
import { packChunks } from './worker-protocol.ts';

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

/** Passages per message to the thread. Small, because a search waits for the message in progress. */
const BATCH_PASSAGES = 100;

interface IndexManagerDeps {
  loader: ChunkLoader;
  thread: IndexThread;
  memoryLimitBytes: number;
  /** Aborts refreshes at shutdown. They are shared, so a single search cannot abort them. */
  lifetime: AbortSignal;
}

/** Refreshes the thread's indexes on demand and evicts them to stay within the memory limit. */
class IndexManager {
  readonly #deps: IndexManagerDeps;
  readonly #cache: IndexCache;
  readonly #refreshes = new Map<number, Promise<CachedIndex>>();
  #nextNumber = 1;

  constructor(deps: IndexManagerDeps) {
    this.#deps = deps;
    this.#cache = new IndexCache(deps.memoryLimitBytes);
  }

  /** Revision of the cached index; the loader omits the documents at this revision. */
  knownRevision(knowledgebaseId: number): number | undefined {
    return this.#cache.entries.get(knowledgebaseId)?.revision;
  }

  /** The cached index, possibly older than the state; undefined if missing or built for another embedding model. */
  existingIndex({ knowledgebaseId }: KnowledgebaseKey, state: KnowledgebaseState): CachedIndex | undefined {
    const entry = this.#cache.use(knowledgebaseId);
    return entry?.embeddingModel === state.embeddingModel ? entry : undefined;
  }

  /** The index at the state's revision or later. Concurrent callers share one refresh. Throws `IndexLost`. */
  async indexAt(key: KnowledgebaseKey, state: KnowledgebaseState): Promise<CachedIndex> {
    const { knowledgebaseId } = key;
    while (true) {
      await this.#refreshes.get(knowledgebaseId);
      const entry = this.#cache.use(knowledgebaseId);
      if (entry !== undefined && isFresh(entry, state)) return entry;
      if (this.#refreshes.has(knowledgebaseId)) continue;
      const refresh = this.#refresh(key, state).finally(() => this.#refreshes.delete(knowledgebaseId));
      this.#refreshes.set(knowledgebaseId, refresh);
      return await refresh;
    }
  }

  usage(): { indexes: number; passages: number; memoryBytes: number } {
    const entries = [...this.#cache.entries.values()];
    const passages = entries.reduce((sum, entry) => sum + entry.passages, 0);
    return { indexes: entries.length, passages, memoryBytes: this.#cache.memoryBytes };
  }

  /** Forgets all indexes after the thread has died. */
  clear(): void {
    this.#cache.clear();
  }

  /** Brings one index to at least the given state. A full rebuild replaces the old index only when complete. */
  async #refresh(key: KnowledgebaseKey, state: KnowledgebaseState): Promise<CachedIndex> {
    const { thread } = this.#deps;
    const { documents } = state;
    if (documents === null) throw this.#missingDocuments(key.knowledgebaseId);
    const known = this.#cache.use(key.knowledgebaseId);
    const base = known?.embeddingModel === state.embeddingModel ? known : undefined;
    const number = base?.number ?? this.#nextNumber++;
    try {
      if (base === undefined) await thread.send({ type: 'create', index: number });
      await this.#addChunks(key, { number, since: base?.revision ?? -1 });
      const built = await thread.send({ type: 'commit', index: number, documents });
      const entry = { number, revision: state.revision, embeddingModel: state.embeddingModel, ...built };
      for (const gone of this.#cache.put(key.knowledgebaseId, entry)) this.#drop(gone.number);
      return entry;
    } catch (error) {
      if (error instanceof IndexLost) this.#cache.remove(key.knowledgebaseId);
      else if (base === undefined) this.#drop(number);
      throw error;
    }
  }

  /**
   * The error if the loader omitted the documents but the cached index was evicted or unusable. The retry loads them.
   */
  #missingDocuments(knowledgebaseId: number): IndexLost {
    const unusable = this.#cache.remove(knowledgebaseId);
    if (unusable !== undefined) this.#drop(unusable.number);
    return new IndexLost('its documents must be loaded again');
  }

  async #addChunks(
    key: KnowledgebaseKey,
    { number, since }: { number: number; since: number },
  ): Promise<void> {
    const { loader, thread, lifetime } = this.#deps;
    for await (const page of loader.chunksSince(key, since, lifetime)) {
      for (let start = 0; start < page.length; start += BATCH_PASSAGES) {
        const packed = packChunks(page.slice(start, start + BATCH_PASSAGES));
        await thread.send({ type: 'add', index: number, packed });
      }
    }
  }

  /** A search in progress on the dropped index gets `IndexLost` and retries. */
  #drop(number: number): void {
    this.#deps.thread.send({ type: 'drop', index: number }).catch(() => undefined);
  }
}

function isFresh(entry: CachedIndex, state: KnowledgebaseState): boolean {
  return entry.revision >= state.revision && entry.embeddingModel === state.embeddingModel;
}

/** The engine's record of one index in the worker thread. */
export interface CachedIndex {
  /** Its id in the worker thread. */
  number: number;
  revision: number;
  embeddingModel: string | null;
  memoryBytes: number;
  passages: number;
}

/** LRU cache of indexes by knowledgebase, bounded by memory. */
export class IndexCache {
  readonly #limitBytes: number;
  readonly #entries = new Map<number, CachedIndex>();

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get memoryBytes(): number {
    return [...this.#entries.values()].reduce((sum, entry) => sum + entry.memoryBytes, 0);
  }

  get entries(): ReadonlyMap<number, CachedIndex> {
    return this.#entries;
  }

  /** Returns the entry and marks it as most recently used. */
  use(knowledgebaseId: number): CachedIndex | undefined {
    const entry = this.#entries.get(knowledgebaseId);
    if (entry !== undefined) {
      this.#entries.delete(knowledgebaseId);
      this.#entries.set(knowledgebaseId, entry);
    }
    return entry;
  }

  /** Adds the entry as most recently used; returns the replaced and evicted entries. */
  put(knowledgebaseId: number, entry: CachedIndex): CachedIndex[] {
    const previous = this.remove(knowledgebaseId);
    const gone = previous === undefined || previous.number === entry.number ? [] : [previous];
    this.#entries.set(knowledgebaseId, entry);
    for (const id of [...this.#entries.keys()]) {
      if (this.memoryBytes <= this.#limitBytes || id === knowledgebaseId) break;
      const oldest = this.remove(id);
      if (oldest !== undefined) gone.push(oldest);
    }
    return gone;
  }

  remove(knowledgebaseId: number): CachedIndex | undefined {
    const entry = this.#entries.get(knowledgebaseId);
    this.#entries.delete(knowledgebaseId);
    return entry;
  }

  clear(): void {
    this.#entries.clear();
  }
}
