import type { Chunk } from '../chunking/chunk.ts';
import { type ChildDeath, runChild } from './child-process.ts';
import type { ChildMessage, Content, ExtractableType, Extraction, ExtractionUsage } from './extraction.ts';
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

/** Reads untrusted documents, each in its own child process with hard limits. */
export interface Extractor {
  /** Resolves for any document; rejects only if aborted or if no child can be started. */
  extract: (job: ExtractionJob) => Promise<Extraction>;
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
  const spawner = createSpawner(limits.cpuSeconds);
  return {
    extract: (job) => semaphore.run(job.signal, () => extract({ job, limits, spawner })),
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
    if (message.kind === 'chunks') {
      chunks.push(...message.chunks);
    } else if (message.kind === 'progress') {
      job.onProgress?.(message.done, message.total);
    } else {
      usage.peakMemoryBytes = Math.max(usage.peakMemoryBytes, message.peakMemoryBytes);
      outcome =
        message.kind === 'exhausted'
          ? { kind: 'failed', reason: reasons.memory(limits.memoryBytes) }
          : message;
    }
  };
  const request = {
    type: job.type,
    byteLength: job.content.byteLength,
    fromPage,
    limits,
  };
  const run = await runChild(spawner, { content: job.content, request }, { signal: job.signal, onMessage });
  usage.peakMemoryBytes = Math.max(usage.peakMemoryBytes, run.usage.peakMemoryBytes);
  usage.cpuSeconds += run.usage.cpuSeconds;
  return outcome ?? { kind: 'failed', reason: deathReason(run.death ?? 'crash', limits) };
}

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
