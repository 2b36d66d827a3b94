import type { Chunk } from '../chunking/chunk.ts';
import type { ExtractionLimits } from './limits.ts';

/** What an extractor can read. `markdown` is a page that the crawler already turned into Markdown. */
export type ExtractableType = 'pdf' | 'docx' | 'txt' | 'markdown';

/** What the parent asks of a child: one line of JSON, followed by `byteLength` bytes of the document. */
export interface ChildRequest {
  type: ExtractableType;
  byteLength: number;
  /** First page to read, counted from 0; other types have one page. */
  fromPage: number;
  limits: ExtractionLimits;
}

/** What a child says: one line of JSON each; exactly one `end`, `failed` or `exhausted` comes last. */
export type ChildMessage =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'chunks'; chunks: Chunk[] }
  | {
      kind: 'end';
      title: string | null;
      pages: number;
      nextPage: number | null;
      /** Pages that hold images and no text were seen. */
      onlyImages: boolean;
      /** A sentence about what could not be read. */
      warning: string | null;
      peakMemoryBytes: number;
    }
  | { kind: 'failed'; reason: string; peakMemoryBytes: number }
  | { kind: 'exhausted'; peakMemoryBytes: number };

/** A document's bytes, which may be read more than once. */
export interface Content {
  byteLength: number;
  open: () => AsyncIterable<Uint8Array>;
}

export interface ExtractionUsage {
  /** The most that one child had resident. */
  peakMemoryBytes: number;
  /** Processor time of all children, as far as it was seen. */
  cpuSeconds: number;
}

/** The outcome for one document. A reason is a sentence for the person who uploaded it. */
export type Extraction =
  | {
      kind: 'text';
      title: string | null;
      pages: number;
      warning: string | null;
      chunks: Chunk[];
      usage: ExtractionUsage;
    }
  | { kind: 'failed'; reason: string; usage: ExtractionUsage };
