import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { JobContext } from '../../../work/define-job.ts';
import type { Chunk } from '../chunking/chunk.ts';
import { readFileSegments } from '../documents/document-store.ts';
import { addChunks, keepPublishedChunks, publishChunks } from './chunk-store.ts';
import { hashOf, newChunk, type ReadResult } from './new-chunk.ts';
import { readWebsite, type WebsiteDeps } from './read-website.ts';
import { Superseded } from './superseded.ts';
import { startHeartbeat, type WorkHeartbeat } from './work-heartbeat.ts';
import { beginWork, type DocumentRun, type DocumentWork, failDocument, refundAttempt } from './work-store.ts';

export interface IngestionDeps extends WebsiteDeps {
  clock: Clock;
  log: Log;
}

/** Each batch is serialized into one statement on the main thread. */
const chunksPerTransaction = 100;
const interruptedReason =
  'Processing was interrupted several times. Retry the document; if it fails again, split it.';
const internalErrorReason = 'Something went wrong on our side while processing the document. Retry it later.';

/**
 * Reads a document and publishes its passages for word search, or marks it `failed`. Safe to kill at any point: the next
 * attempt starts from the stored file or the pages already fetched, and a partly read document is never visible.
 */
export async function ingestDocument(
  deps: IngestionDeps,
  about: DocumentRun,
  job: JobContext,
): Promise<void> {
  const start = await beginWork(deps.database, about);
  if (start.step === 'give-up') return failDocument(deps.database, about, interruptedReason);
  if (start.step === 'leave') return;
  const { work } = start;
  const stage = work.type === 'website' ? ('fetching' as const) : ('extracting' as const);
  const first = { stage, done: 0, total: null };
  const heartbeat = startHeartbeat({ ...deps, work, signal: job.signal, first });
  try {
    await readAndStore(deps, work, heartbeat);
  } catch (error) {
    if (error instanceof Superseded) return;
    if (job.signal.aborted) {
      await refundAttempt(deps.database, work);
    } else if (job.isLastAttempt) {
      deps.log.error(
        { error, documentId: about.documentId },
        'Document processing failed on the last attempt.',
      );
      return failDocument(deps.database, about, internalErrorReason);
    }
    throw error;
  } finally {
    await heartbeat.stop();
  }
}

async function readAndStore(
  deps: IngestionDeps,
  work: DocumentWork,
  heartbeat: WorkHeartbeat,
): Promise<void> {
  const result =
    work.type === 'website'
      ? await readWebsite(deps, work, heartbeat)
      : await readFile(deps, work, heartbeat);
  if (result.kind === 'failed') {
    return failDocument(deps.database, { ...work, documentId: work.id }, result.reason);
  }
  const { chunks, warning, pages } = result;
  const contentHash = hashOf(chunks);
  if (contentHash === work.contentHash) return keepPublishedChunks(deps.database, work, { warning, pages });
  for (let position = 0; position < chunks.length; position += chunksPerTransaction) {
    heartbeat.signal.throwIfAborted();
    heartbeat.report({ stage: 'indexing', done: position, total: chunks.length });
    const batch = chunks.slice(position, position + chunksPerTransaction);
    await addChunks(deps.database, work, { firstPosition: position, chunks: batch });
  }
  await publishChunks(deps.database, work, { count: chunks.length, contentHash, warning, pages });
}

async function readFile(
  deps: IngestionDeps,
  work: DocumentWork,
  heartbeat: WorkHeartbeat,
): Promise<ReadResult> {
  if (work.type === 'website') throw new Error('A website has no file.');
  const extraction = await deps.extractor.extract({
    type: work.type,
    content: { byteLength: work.fileBytes, open: () => readFileSegments(deps.database, work.id) },
    signal: heartbeat.signal,
    onProgress: (done, total) => heartbeat.report({ stage: 'extracting', done, total }),
  });
  if (extraction.kind === 'failed') return extraction;
  const chunks = extraction.chunks.map((chunk) => newChunk(chunk, pageSource(chunk)));
  const pages = work.type === 'pdf' ? extraction.pages : null;
  return { kind: 'chunks', chunks, warning: extraction.warning, pages };
}

function pageSource(chunk: Chunk): string | null {
  return chunk.page === null ? null : `page ${chunk.page}`;
}
