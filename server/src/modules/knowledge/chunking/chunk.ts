/** One retrievable passage. */
export interface Chunk {
  /** From the outermost heading to the innermost. */
  headings: string[];
  /** The page on which it starts, counted from 1; null for documents without pages. */
  page: number | null;
  text: string;
  /** Characters at the start of `text` that repeat the end of the previous chunk. */
  overlap: number;
}

/** Sizes in UTF-16 code units. */
export interface ChunkSizes {
  /** From this size, a chunk ends before a block that would not fit. */
  minimum: number;
  /** From this size, a chunk ends unless the current block still fits. */
  target: number;
  maximum: number;
  /** Maximum length of the text repeated from the previous chunk. */
  overlap: number;
}

/** Sizes that measured well with both BM25 and sentence encoders. */
export const defaultChunkSizes: ChunkSizes = { minimum: 400, target: 700, maximum: 1_000, overlap: 120 };
