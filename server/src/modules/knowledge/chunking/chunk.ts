/** One retrievable passage. */
export interface Chunk {
  /** From the outermost heading to the innermost. */
  headings: string[];
  /** Where it begins, counted from 1; null for documents without pages. */
  page: number | null;
  text: string;
  /** How many characters at the start of `text` repeat the end of the chunk before. */
  overlap: number;
}

/** Sizes in UTF-16 code units. */
export interface ChunkSizes {
  /** A chunk that has this much does not start another block that would not fit. */
  minimum: number;
  /** A chunk that has this much takes nothing more. */
  target: number;
  /** No chunk is longer. */
  maximum: number;
  /** No chunk repeats more of the one before. */
  overlap: number;
}

/** About one thought each: measured as good for BM25+ and for sentence encoders alike (design.md, Retrieval). */
export const defaultChunkSizes: ChunkSizes = { minimum: 400, target: 700, maximum: 1_000, overlap: 120 };
