import { createHash } from 'node:crypto';
import type { Chunk } from '../chunking/chunk.ts';

/** A passage that is about to be stored. */
export interface NewChunk {
  /** Titles above it, outermost first, parted by " › ". */
  heading: string;
  text: string;
  /** The page's address, or `page 3` of a file. */
  source: string | null;
}

/** What reading a document came to, whatever its type; `warning`: what is missing of it nevertheless, null: nothing. */
export type ReadResult =
  | { kind: 'chunks'; chunks: NewChunk[]; warning: string | null }
  | { kind: 'failed'; reason: string };

export function newChunk(chunk: Chunk, source: string | null): NewChunk {
  return { heading: chunk.headings.join(' › '), text: chunk.text, source };
}

/** SHA-256 of a document's passages as readers see them, in hex. */
export function hashOf(chunks: readonly NewChunk[]): string {
  const hash = createHash('sha256');
  for (const { heading, text, source } of chunks) hash.update(`${JSON.stringify([heading, text, source])}\n`);
  return hash.digest('hex');
}
