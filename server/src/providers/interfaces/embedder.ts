/** Questions go first, as a user waits for them; passages are embedded in the background. */
export type EmbeddingPurpose = 'question' | 'passage';

/** Converts texts to unit vectors. Vectors of different models are never compared. */
export interface Embedder {
  /** Stored with each vector; the knowledgebase is embedded again when the model changes. */
  readonly model: string;
  readonly dimensions: number;
  /** One unit vector of `dimensions` per text, in order. `purpose` defaults to passage. Throws a `ProviderError`. */
  embed(texts: readonly string[], signal: AbortSignal, purpose?: EmbeddingPurpose): Promise<Float32Array[]>;
  /** The embedder that is used now, with a model that never changes; absent if this one never changes. */
  snapshot?(): Embedder;
}
