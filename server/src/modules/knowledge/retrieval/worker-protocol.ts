import type { IndexQuery, RetrievedChunk } from './knowledge-index.ts';
import type { ChunkRecord, DocumentState } from './loader.ts';

/** Passages for the thread, with all vectors in one transferable buffer. */
export interface PackedChunks {
  chunks: Omit<ChunkRecord, 'vector'>[];
  /** Length of each vector; 0 for null. */
  dimensions: number[];
  vectors: Float32Array<ArrayBuffer>;
}

/** A command to the thread; `index` is the id that the engine chose. */
export type IndexCommand =
  | { type: 'create'; index: number }
  | { type: 'add'; index: number; packed: PackedChunks }
  | { type: 'commit'; index: number; documents: DocumentState[] }
  | { type: 'search'; index: number; query: IndexQuery }
  | { type: 'drop'; index: number };

export interface IndexAnswers {
  create: undefined;
  add: undefined;
  commit: { memoryBytes: number; passages: number };
  search: RetrievedChunk[];
  drop: undefined;
}

export interface IndexRequest {
  call: number;
  command: IndexCommand;
}

export type IndexReply =
  | { call: number; type: 'answer'; to: IndexCommand['type']; answer: IndexAnswers[keyof IndexAnswers] }
  | { call: number; type: 'failure'; message: string }
  /** The index was evicted. */
  | { call: number; type: 'lost' };

export function packChunks(chunks: readonly ChunkRecord[]): PackedChunks {
  const dimensions = chunks.map(({ vector }) => vector?.length ?? 0);
  const vectors = new Float32Array(dimensions.reduce((sum, length) => sum + length, 0));
  let offset = 0;
  for (const { vector } of chunks) {
    if (vector === null) continue;
    vectors.set(vector, offset);
    offset += vector.length;
  }
  return { chunks: chunks.map(({ vector: _vector, ...chunk }) => chunk), dimensions, vectors };
}

export function unpackChunks({ chunks, dimensions, vectors }: PackedChunks): ChunkRecord[] {
  let offset = 0;
  return chunks.map((chunk, index) => {
    const length = dimensions[index] ?? 0;
    const vector = length === 0 ? null : vectors.subarray(offset, offset + length);
    offset += length;
    return { ...chunk, vector };
  });
}
