import { type CachedIndex, IndexCache } from './cached-index.ts';
import { IndexLost, type IndexThread } from './index-thread.ts';
import type { ChunkLoader, KnowledgebaseKey, KnowledgebaseState } from './loader.ts';
import { packChunks } from './worker-protocol.ts';

/** Passages per message to the thread: small, so that a search waits for one message at most. */
const BATCH_PASSAGES = 100;

export interface IndexManagerDeps {
  loader: ChunkLoader;
  thread: IndexThread;
  memoryLimitBytes: number;
  /** Ends refreshes: they are shared, so no single question may end them. */
  lifetime: AbortSignal;
}

/** Keeps the thread's indexes as fresh as questions need them, and as many as memory allows. */
export class IndexManager {
  readonly #deps: IndexManagerDeps;
  readonly #cache: IndexCache;
  readonly #refreshes = new Map<number, Promise<CachedIndex>>();
  #nextNumber = 1;

  constructor(deps: IndexManagerDeps) {
    this.#deps = deps;
    this.#cache = new IndexCache(deps.memoryLimitBytes);
  }

  /** What the account's loader need not tell again. */
  knownRevision(knowledgebaseId: number): number | undefined {
    return this.#cache.entries.get(knowledgebaseId)?.revision;
  }

  /** The index as it is, older than the state perhaps; undefined where there is none that fits its model. */
  existingIndex({ knowledgebaseId }: KnowledgebaseKey, state: KnowledgebaseState): CachedIndex | undefined {
    const entry = this.#cache.use(knowledgebaseId);
    return entry?.embeddingModel === state.embeddingModel ? entry : undefined;
  }

  /** The index at the state's revision or later. Callers that come together share one refresh. Throws `IndexLost`. */
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

  /** What is in memory now. */
  usage(): { indexes: number; passages: number; memoryBytes: number } {
    const entries = [...this.#cache.entries.values()];
    const passages = entries.reduce((sum, entry) => sum + entry.passages, 0);
    return { indexes: entries.length, passages, memoryBytes: this.#cache.memoryBytes };
  }

  /** For when the thread has died, and all indexes with it. */
  clear(): void {
    this.#cache.clear();
  }

  /** Brings one index to at least the given state; a full build stands aside until it is complete. */
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

  /** The documents were not told because of an index that is gone or of no use: the next attempt asks for them. */
  #missingDocuments(knowledgebaseId: number): IndexLost {
    const useless = this.#cache.remove(knowledgebaseId);
    if (useless !== undefined) this.#drop(useless.number);
    return new IndexLost('its documents have to be asked for');
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

  /** Whoever still asks the dropped index is told that it is lost, and comes back. */
  #drop(number: number): void {
    this.#deps.thread.send({ type: 'drop', index: number }).catch(() => undefined);
  }
}

function isFresh(entry: CachedIndex, state: KnowledgebaseState): boolean {
  return entry.revision >= state.revision && entry.embeddingModel === state.embeddingModel;
}
