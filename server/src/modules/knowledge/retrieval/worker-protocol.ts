import type { IndexQuery, RetrievedChunk } from './knowledge-index.ts';
import type { ChunkRecord, DocumentState } from './loader.ts';

/** Passages on their way to the thread: one buffer for all vectors, handed over instead of copied. */
export interface PackedChunks {
  chunks: Omit<ChunkRecord, 'vector'>[];
  /** Length of each passage's vector; 0 for none. */
  dimensions: number[];
  vectors: Float32Array<ArrayBuffer>;
}

/** What the engine asks of the thread; `index` is the engine's number for one built index. */
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
  /** The index was dropped meanwhile, to make room. */
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
