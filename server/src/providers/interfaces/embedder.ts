/** A question is what somebody waits for: it goes before passages, which are embedded in the background. */
export type EmbeddingPurpose = 'question' | 'passage';

/** Turns texts into unit vectors. Vectors of different models are never compared. */
export interface Embedder {
  /** Recorded with every vector; a knowledgebase whose model differs is embedded anew. */
  readonly model: string;
  readonly dimensions: number;
  /** One vector of `dimensions` per text, in order, length 1. `purpose` defaults to passage. Throws a `ProviderError`. */
  embed(texts: readonly string[], signal: AbortSignal, purpose?: EmbeddingPurpose): Promise<Float32Array[]>;
}
