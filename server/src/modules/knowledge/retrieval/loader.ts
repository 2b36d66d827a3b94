/** Whose knowledgebase; every read is scoped by the account. */
export interface KnowledgebaseKey {
  userId: number;
  knowledgebaseId: number;
}

/** A document as searches may see it now. */
export interface DocumentState {
  id: number;
  /** The generation of chunks that readers see. Chunks of a later one may already exist: they wait; earlier ones are dropped. */
  generation: number;
  name: string;
  /** Where a reader finds it: the address of a page, the name of a file. */
  source: string | null;
}

export interface KnowledgebaseState {
  /** Grows with every transaction that changes documents or chunks, under the knowledgebase's row lock. */
  revision: number;
  /** The model whose vectors the chunks carry; a change rebuilds the index. */
  embeddingModel: string | null;
  /** Every document that has chunks to show; one that is missing here is gone. Null when the revision is the known one. */
  documents: DocumentState[] | null;
}

/** One passage of a document. */
export interface ChunkRecord {
  id: number;
  documentId: number;
  generation: number;
  /** Its place in the document, from 0. */
  position: number;
  /** Titles above the passage; empty when there is none. */
  heading: string;
  text: string;
  /** A unit vector of `embeddingModel`; null until embedded. */
  vector: Float32Array | null;
  /** The knowledgebase's revision at which this row last changed. */
  revision: number;
}

/**
 * Where the index gets its chunks. A chunk row disappears only with its document or its generation.
 * `chunksSince` may give a chunk again, and chunks newer than the state read before it.
 */
export interface ChunkLoader {
  /**
   * Null when the account has no such knowledgebase. Asked at every search, mostly at a revision that is known already:
   * then it must be cheap.
   */
  currentState(key: KnowledgebaseKey, knownRevision: number | undefined): Promise<KnowledgebaseState | null>;
  /** Chunks with `revision` above the given one (−1: all), in pages, of current and coming generations. */
  chunksSince(key: KnowledgebaseKey, revision: number, signal: AbortSignal): AsyncIterable<ChunkRecord[]>;
}
