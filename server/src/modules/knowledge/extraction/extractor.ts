import type { Chunk } from '../chunking/chunk.ts';
import { type ChildDeath, runChild } from './child-process.ts';
import type {
  ChildMessage,
  ChildRequest,
  Content,
  ExtractableType,
  Extraction,
  ExtractionUsage,
  WorkbookType,
} from './extraction.ts';
import { reasons } from './failure.ts';
import { defaultLimits, type ExtractionLimits } from './limits.ts';
import { createSemaphore } from './semaphore.ts';
import { createSpawner, type Spawner } from './spawner.ts';

export interface ExtractionJob {
  type: ExtractableType;
  content: Content;
  signal: AbortSignal;
  /** Reports progress in pages, a few times a second at most. */
  onProgress?: (done: number, total: number) => void;
}

export interface TableJob {
  type: WorkbookType;
  content: Content;
  /** Name of the sheet; null for the first one with data. */
  sheet: string | null;
  signal: AbortSignal;
  /** Receives the rows in order, empty ones included. The child waits until the promise settles. */
  onRows: (rows: string[][]) => Promise<void>;
}

/** `reason` is shown to the user. */
export type ReadTable = { kind: 'read'; sheet: string } | { kind: 'failed'; reason: string };

/** Reads untrusted documents and workbooks, each in its own child process with hard limits. */
export interface Extractor {
  /** Resolves for any document; rejects only if aborted or if no child can be started. */
  extract: (job: ExtractionJob) => Promise<Extraction>;
  /** Reads a workbook's sheet; rejects like `extract`, or if `onRows` does. */
  readTable: (job: TableJob) => Promise<ReadTable>;
  close: () => Promise<void>;
}

interface ExtractorOptions {
  limits?: Partial<ExtractionLimits>;
  /** Concurrent children; further documents wait in FIFO order. */
  concurrency?: number;
}

export function createExtractor(options: ExtractorOptions = {}): Extractor {
  const limits = { ...defaultLimits, ...options.limits };
  const semaphore = createSemaphore(options.concurrency ?? 1);
  const spawner = createSpawner(limits);
  return {
    extract: (job) => semaphore.run(job.signal, () => extract({ job, limits, spawner })),
    readTable: (job) => semaphore.run(job.signal, () => readTable({ job, limits, spawner })),
    close: spawner.close,
  };
}

export function bytesContent(bytes: Uint8Array): Content {
  return {
    byteLength: bytes.length,
    open: async function* () {
      yield bytes;
    },
  };
}

type PartOutcome =
  | {
      kind: 'end';
      title: string | null;
      pages: number;
      nextPage: number | null;
      onlyImages: boolean;
      warning: string | null;
    }
  | { kind: 'failed'; reason: string };

interface Work {
  job: ExtractionJob;
  limits: ExtractionLimits;
  spawner: Spawner;
}

async function extract(work: Work): Promise<Extraction> {
  const { limits } = work;
  const chunks: Chunk[] = [];
  const usage: ExtractionUsage = { peakMemoryBytes: 0, cpuSeconds: 0 };
  let page: number | null = 0;
  let last: PartOutcome = { kind: 'failed', reason: reasons.noText };
  let images = false;
  let warning: string | null = null;
  while (page !== null) {
    last = await extractPart(work, { fromPage: page, chunks, usage });
    if (last.kind === 'failed') {
      return { ...last, usage };
    }
    images ||= last.onlyImages;
    warning ??= last.warning;
    page = last.nextPage;
    if (page !== null && usage.cpuSeconds > limits.totalCpuSeconds) {
      return { kind: 'failed', reason: reasons.cpu(limits.totalCpuSeconds), usage };
    }
  }
  if (last.kind === 'failed' || chunks.length === 0) {
    return { kind: 'failed', reason: images ? reasons.imageOnly : reasons.noText, usage };
  }
  return { kind: 'text', title: last.title, pages: last.pages, warning, chunks, usage };
}

interface Part {
  fromPage: number;
  chunks: Chunk[];
  usage: ExtractionUsage;
}

async function extractPart(work: Work, { fromPage, chunks, usage }: Part): Promise<PartOutcome> {
  const { job, limits, spawner } = work;
  let outcome: PartOutcome | null = null;
  const onMessage = (message: ChildMessage): void => {
    switch (message.kind) {
      case 'chunks':
        chunks.push(...message.chunks);
        return;
      case 'progress':
        job.onProgress?.(message.done, message.total);
        return;
      case 'exhausted':
        outcome = { kind: 'failed', reason: reasons.memory(limits.memoryBytes) };
        break;
      case 'end':
      case 'failed':
        outcome = message;
        break;
      default:
        return;
    }
    usage.peakMemoryBytes = Math.max(usage.peakMemoryBytes, message.peakMemoryBytes);
  };
  const request: ChildRequest = {
    type: job.type,
    byteLength: job.content.byteLength,
    fromPage,
    sheet: null,
    limits,
  };
  const run = await runChild(spawner, { content: job.content, request }, { signal: job.signal, onMessage });
  usage.peakMemoryBytes = Math.max(usage.peakMemoryBytes, run.usage.peakMemoryBytes);
  usage.cpuSeconds += run.usage.cpuSeconds;
  return outcome ?? { kind: 'failed', reason: deathReason(run.death ?? 'crash', limits) };
}

async function readTable({ job, limits, spawner }: TableWork): Promise<ReadTable> {
  let outcome: ReadTable | null = null;
  const onMessage = async (message: ChildMessage): Promise<void> => {
    if (message.kind === 'rows') await job.onRows(message.rows);
    else if (message.kind === 'read') outcome = { kind: 'read', sheet: message.sheet };
    else if (message.kind === 'failed') outcome = { kind: 'failed', reason: message.reason };
    else if (message.kind === 'exhausted') outcome = { kind: 'failed', reason: TABLE_TOO_LARGE };
  };
  const { type, content, sheet, signal } = job;
  const request: ChildRequest = { type, byteLength: content.byteLength, fromPage: 0, sheet, limits };
  const { death } = await runChild(spawner, { content, request }, { signal, onMessage });
  return outcome ?? { kind: 'failed', reason: death === 'crash' ? TABLE_DAMAGED : TABLE_TOO_LARGE };
}

interface TableWork {
  job: TableJob;
  limits: ExtractionLimits;
  spawner: Spawner;
}

const TABLE_DAMAGED = 'The workbook is damaged: reading it failed.';
const TABLE_TOO_LARGE = 'Reading the workbook needs too much memory or time: save its sheet as CSV (UTF-8).';

function deathReason(death: ChildDeath, limits: ExtractionLimits): string {
  switch (death) {
    case 'memory':
      return reasons.memory(limits.memoryBytes);
    case 'cpu':
      return reasons.cpu(limits.cpuSeconds);
    case 'wall':
      return reasons.wall(limits.wallSeconds);
    case 'crash':
      return reasons.crashed;
  }
}
