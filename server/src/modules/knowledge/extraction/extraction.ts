import type { Chunk } from '../chunking/chunk.ts';
import type { ExtractionLimits } from './limits.ts';

/** `markdown` is the text of web pages that the crawler has converted. */
export type ExtractableType = 'pdf' | 'docx' | 'txt' | 'markdown';

/** Workbooks of Excel: Office Open XML, and the binary format of Excel 97 to 2003. */
export type WorkbookType = 'xlsx' | 'xls';

/** A request to a child: one line of JSON, followed by `byteLength` bytes of the document. */
export interface ChildRequest {
  type: ExtractableType | WorkbookType;
  byteLength: number;
  /** First page to read, from 0. Only PDFs have several. */
  fromPage: number;
  /** Name of a workbook's sheet; null for the first one with data. */
  sheet: string | null;
  limits: ExtractionLimits;
}

/** A child's message, one line of JSON each. The last one is `end`, `read`, `failed` or `exhausted`. */
export type ChildMessage =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'chunks'; chunks: Chunk[] }
  /** Rows of a workbook's sheet, in order. */
  | { kind: 'rows'; rows: string[][] }
  /** A workbook was read completely. */
  | { kind: 'read'; sheet: string; peakMemoryBytes: number }
  | {
      kind: 'end';
      title: string | null;
      pages: number;
      nextPage: number | null;
      /** Some pages have images but no text. */
      onlyImages: boolean;
      /** Names the unreadable content; null if everything is readable. */
      warning: string | null;
      peakMemoryBytes: number;
    }
  | { kind: 'failed'; reason: string; peakMemoryBytes: number }
  | { kind: 'exhausted'; peakMemoryBytes: number };

/** A document's bytes; can be read more than once. */
export interface Content {
  byteLength: number;
  open: () => AsyncIterable<Uint8Array>;
}

export interface ExtractionUsage {
  /** Peak resident memory of one child. */
  peakMemoryBytes: number;
  /** CPU time of all children, as sampled. */
  cpuSeconds: number;
}

/** The result for one document. `reason` is shown to the user. */
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
