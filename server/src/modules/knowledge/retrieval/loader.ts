export interface KnowledgebaseKey {
  userId: number;
  knowledgebaseId: number;
}

/** A document with published passages. */
export interface DocumentState {
  id: number;
  /** The published generation. Later chunks may exist but stay hidden; earlier ones are dropped. */
  generation: number;
  name: string;
  /** URL or file name. */
  source: string | null;
}

export interface KnowledgebaseState {
  /** Incremented, under the knowledgebase's row lock, by every transaction that changes documents or chunks. */
  revision: number;
  /** Model of the chunks' vectors; a change rebuilds the index. */
  embeddingModel: string | null;
  /** All documents with published chunks; others were deleted. Null if the revision is already known. */
  documents: DocumentState[] | null;
}

export interface ChunkRecord {
  id: number;
  documentId: number;
  generation: number;
  /** Joined headings; may be empty. */
  heading: string;
  text: string;
  /** A unit vector of `embeddingModel`; null until embedded. */
  vector: Float32Array | null;
  /** Revision of the knowledgebase at which this row last changed. */
  revision: number;
}

/**
 * Source of chunks for the index. Chunks are deleted only with their document or generation.
 * `chunksSince` may repeat chunks and may return chunks newer than the state that was read before.
 */
export interface ChunkLoader {
  /**
   * Returns null if the account has no such knowledgebase. Called for every search, so it must be cheap if the revision
   * is known.
   */
  currentState(key: KnowledgebaseKey, knownRevision: number | undefined): Promise<KnowledgebaseState | null>;
  /** Pages of chunks with `revision` above the given one (−1 for all), hidden generations included. */
  chunksSince(key: KnowledgebaseKey, revision: number, signal: AbortSignal): AsyncIterable<ChunkRecord[]>;
}
