import { createHash } from 'node:crypto';
import type { Chunk } from '../chunking/chunk.ts';

export interface NewChunk {
  /** The passage's headings, outermost first, joined by " › ". */
  heading: string;
  text: string;
  /** The page's URL, or `page 3` of a file. */
  source: string | null;
}

/** `warning` names missing parts; null if the document is complete. `pages` is null for files without pages. */
export type ReadResult =
  | { kind: 'chunks'; chunks: NewChunk[]; warning: string | null; pages: number | null }
  | { kind: 'failed'; reason: string };

export function newChunk(chunk: Chunk, source: string | null): NewChunk {
  return { heading: chunk.headings.join(' › '), text: chunk.text, source };
}

/** SHA-256 of a document's passages, in hex. */
export function hashOf(chunks: readonly NewChunk[]): string {
  const hash = createHash('sha256');
  for (const { heading, text, source } of chunks) hash.update(`${JSON.stringify([heading, text, source])}\n`);
  return hash.digest('hex');
}
