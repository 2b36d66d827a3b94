/** Messages between the embedder and its process: one text at a time, so that a question never waits for a batch. */
export interface EmbeddingRequest {
  text: string;
}

export type EmbeddingReply =
  | { type: 'ready' }
  | { type: 'vector'; vector: Float32Array }
  | { type: 'failure'; message: string };
