import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bytesContent, createExtractor } from '../../server/src/modules/knowledge/extraction/extractor.ts';
import type { BenchDocument } from './corpus.ts';

/** Cost of reading one document, including the start of its process. */
export interface Reading {
  seconds: number;
  cpuSeconds: number;
  peakMemoryBytes: number;
}

export const contenders = ['parley', 'parley-again', 'bare library'] as const;
export type Contender = (typeof contenders)[number];

const entry = fileURLToPath(new URL('./reader.process.ts', import.meta.url));
const run = promisify(execFile);

/** @param file with the document's bytes, for separate processes */
export async function readWith(
  contender: Contender,
  document: BenchDocument,
  file: string,
): Promise<Reading> {
  const startedAt = performance.now();
  const used = await (contender === 'bare library'
    ? inProcess('bare', document, file)
    : document.format === 'html'
      ? inProcess('parley', document, file)
      : inChild(document));
  return { ...used, seconds: (performance.now() - startedAt) / 1_000 };
}

async function inProcess(
  who: 'bare' | 'parley',
  { format }: BenchDocument,
  file: string,
): Promise<Omit<Reading, 'seconds'>> {
  const { stdout } = await run(process.execPath, [entry, who, format, file]);
  return JSON.parse(stdout);
}

async function inChild({ format, bytes }: BenchDocument): Promise<Omit<Reading, 'seconds'>> {
  if (format === 'html') throw new Error('Pages are read where they are fetched.');
  const signal = new AbortController().signal;
  const extraction = await createExtractor().extract({ type: format, content: bytesContent(bytes), signal });
  if (extraction.kind === 'failed') throw new Error(extraction.reason);
  return extraction.usage;
}
