import { type CachedIndex, IndexCache } from './cached-index.ts';
import { IndexLost, type IndexThread } from './index-thread.ts';
import type { ChunkLoader, KnowledgebaseKey, KnowledgebaseState } from './loader.ts';
import { packChunks } from './worker-protocol.ts';

/** Passages per message to the thread. Small, because a search waits for the message in progress. */
const BATCH_PASSAGES = 100;

export interface IndexManagerDeps {
  loader: ChunkLoader;
  thread: IndexThread;
  memoryLimitBytes: number;
  /** Aborts refreshes at shutdown. They are shared, so a single search cannot abort them. */
  lifetime: AbortSignal;
}

/** Refreshes the thread's indexes on demand and evicts them to stay within the memory limit. */
export class IndexManager {
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
