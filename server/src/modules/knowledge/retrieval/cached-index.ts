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
