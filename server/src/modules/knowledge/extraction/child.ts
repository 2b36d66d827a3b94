import { writeSync } from 'node:fs';
import type { Chunk } from '../chunking/chunk.ts';
import { chunkSections } from '../chunking/chunk-sections.ts';
import { cleanText, type Section } from '../chunking/section.ts';
import { readDocx } from './docx/read-docx.ts';
import type { ChildMessage, ChildRequest, ExtractableType, WorkbookType } from './extraction.ts';
import { ExtractionFailure, reasons } from './failure.ts';
import { markdownSections } from './markdown-sections.ts';
import { type ReadDocument, readPdf } from './pdf.ts';
import { plainTextEncoding, readPlainText } from './plain-text.ts';
import { processUsage } from './process-usage.ts';

/**
 * The child process that parses untrusted uploads. Reads one request from standard input and answers on descriptor 3,
 * apart from anything that libraries print. The spawner sets its limits.
 */

const answers = 3;
const chunksPerMessage = 64;
const progressIntervalMs = 200;
const rowsPerMessage = 200;
const charactersPerMessage = 65_536;
/** Cells of a workbook may share one long text, so that a small file makes rows of hundreds of megabytes. */
const charactersPerRow = 1_000_000;
const charactersPerTable = 500_000_000;

function send(message: ChildMessage): void {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  let offset = 0;
  while (offset < bytes.length) {
    offset += writeSync(answers, bytes, offset);
  }
}

/** Reads the request line and the document into one buffer of exact size, to save memory. */
async function readRequest(): Promise<{ request: ChildRequest; bytes: Uint8Array }> {
  let head = Buffer.alloc(0);
  let request: ChildRequest | null = null;
  let bytes = new Uint8Array(0);
  let filled = 0;
  for await (const data of process.stdin) {
    let rest: Buffer = data;
    if (request === null) {
      head = Buffer.concat([head, data]);
      const end = head.indexOf('\n');
      if (end === -1) {
        continue;
      }
      request = parseRequest(head.toString('utf8', 0, end));
      bytes = new Uint8Array(request.byteLength);
      rest = head.subarray(end + 1);
    }
    bytes.set(rest, filled);
    filled += rest.length;
  }
  if (request === null || filled !== request.byteLength) {
    throw new Error('The parent sent an incomplete request.');
  }
  return { request, bytes };
}

/** Does not validate, because the parent is this same program. */
function parseRequest(line: string): ChildRequest {
  return JSON.parse(line);
}

type DocumentRequest = ChildRequest & { type: ExtractableType };

async function read(request: DocumentRequest, bytes: Uint8Array): Promise<ReadDocument> {
  switch (request.type) {
    case 'pdf':
      return readPdf(bytes, request, throttledProgress());
    case 'docx':
      return readDocx(bytes, request.limits);
    case 'txt':
      return wholeText(readPlainText(bytes, await plainTextEncoding(bytes)));
    case 'markdown':
      return wholeText(markdownSections(cleanText(new TextDecoder().decode(bytes))));
  }
}

function wholeText(sections: Iterable<Section>): ReadDocument {
  return { title: null, pages: 1, nextPage: null, onlyImages: false, warning: null, sections };
}

function throttledProgress(): (done: number, total: number) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (done, total) => {
    const now = performance.now();
    if (done === total || now - last > progressIntervalMs) {
      last = now;
      send({ kind: 'progress', done, total });
    }
  };
}

/**
 * Peak memory from the kernel. `resourceUsage().maxRSS` is useless here: it keeps the parent's value across fork and
 * exec.
 */
function usage(): { peakMemoryBytes: number } {
  return { peakMemoryBytes: processUsage(process.pid)?.peakMemoryBytes ?? process.memoryUsage.rss() };
}

async function answer(): Promise<void> {
  const { request, bytes } = await readRequest();
  const { type } = request;
  if (type === 'xlsx' || type === 'xls') await answerTable(type, request, bytes);
  else await answerDocument({ ...request, type }, bytes);
}

async function answerTable(type: WorkbookType, request: ChildRequest, bytes: Uint8Array): Promise<void> {
  const { readWorkbook } = await import('./workbook.ts');
  let rows: string[][] = [];
  let characters = 0;
  let total = 0;
  const sheet = await readWorkbook(bytes, { type, sheet: request.sheet }, (row) => {
    // Empty cells count too, because they are sent and stored.
    const length = row.reduce((sum, cell) => sum + cell.length + 1, 0);
    total += length;
    if (length > charactersPerRow) throw new ExtractionFailure('A row has more than a million characters.');
    if (total > charactersPerTable)
      throw new ExtractionFailure('The table has more than 500 million characters.');
    rows.push(row);
    characters += length;
    if (characters < charactersPerMessage && rows.length < rowsPerMessage) return;
    send({ kind: 'rows', rows });
    rows = [];
    characters = 0;
  });
  send({ kind: 'rows', rows });
  send({ kind: 'read', sheet, ...usage() });
}

async function answerDocument(request: DocumentRequest, bytes: Uint8Array): Promise<void> {
  const document = await read(request, bytes);
  let characters = 0;
  let batch: Chunk[] = [];
  for (const chunk of chunkSections(document.sections)) {
    characters += chunk.text.length - chunk.overlap;
    if (characters > request.limits.textCharacters) {
      throw new ExtractionFailure(reasons.text(request.limits.textCharacters));
    }
    batch.push(chunk);
    if (batch.length === chunksPerMessage) {
      send({ kind: 'chunks', chunks: batch });
      batch = [];
    }
  }
  send({ kind: 'chunks', chunks: batch });
  const { title, pages, nextPage, onlyImages, warning } = document;
  send({ kind: 'end', title, pages, nextPage, onlyImages, warning, ...usage() });
}

/** Running out of WASM or typed-array memory throws; a full V8 heap kills the process instead. */
function failureOf(error: unknown): ChildMessage {
  const { peakMemoryBytes } = usage();
  if (error instanceof ExtractionFailure) {
    return { kind: 'failed', reason: error.message, peakMemoryBytes };
  }
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  const exhausted = /memory|allocation|Invalid (array|string) length|unreachable|OOM|Aborted/i.test(text);
  return exhausted
    ? { kind: 'exhausted', peakMemoryBytes }
    : { kind: 'failed', reason: reasons.crashed, peakMemoryBytes };
}

try {
  await answer();
} catch (error) {
  send(failureOf(error));
}
process.exit(0);
