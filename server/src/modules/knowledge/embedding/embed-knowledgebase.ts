import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../db/client.ts';
import type { JobContext } from '../../../jobs/define-job.ts';
import type { Embedder } from '../../../providers/spec/embedder.ts';
import { enqueueEmbedding } from '../jobs.ts';
import { embeddingText } from '../retrieval/embedding-text.ts';
import {
  countEmbedded,
  findUnembedded,
  returnEmbeddingLease,
  storeVectors,
  takeEmbeddingLease,
} from './embedding-store.ts';

export interface EmbeddingParts {
  clock: Clock;
  database: Database;
  embedder: Embedder;
}

/** Passages per call of the model and per commit: a kill loses a few seconds of work at most. */
const batchSize = 16;
/** After so many batches the job stands in line again, so that accounts take turns. */
const batchesPerJob = 10;
/** Wait behind a worker that holds the knowledgebase: what came in meanwhile may be left for us. */
const busyRetryMs = 5_000;

/** Gives vectors to passages that lack one of the configured model, in batches, until none is left. */
export async function embedKnowledgebase(
  parts: EmbeddingParts,
  { knowledgebaseId }: { knowledgebaseId: number },
  job: JobContext,
): Promise<void> {
  const { database, embedder } = parts;
  const workerId = randomUUID();
  if (!(await takeEmbeddingLease(database, knowledgebaseId, workerId))) {
    return continueLater(parts, knowledgebaseId, busyRetryMs);
  }
  try {
    for (let batch = 0; batch < batchesPerJob; batch += 1) {
      const about = { knowledgebaseId, model: embedder.model, limit: batchSize };
      const chunks = await findUnembedded(database, about);
      if (chunks.length === 0) return await countEmbedded(database, knowledgebaseId, embedder.model);
      const vectors = await embedder.embed(
        chunks.map(({ heading, text }) => embeddingText(heading, text)),
        job.signal,
        'passage',
      );
      const byId = new Map(chunks.flatMap(({ id }, index) => withVector(id, vectors[index])));
      if (!(await storeVectors(database, { knowledgebaseId, embedder }, byId))) return;
      await takeEmbeddingLease(database, knowledgebaseId, workerId);
    }
    await continueLater(parts, knowledgebaseId, 0);
  } finally {
    await returnEmbeddingLease(database, knowledgebaseId, workerId);
  }
}

function withVector(id: number, vector: Float32Array | undefined): [number, Float32Array][] {
  if (vector === undefined) throw new Error('The embedder returned fewer vectors than texts.');
  return [[id, vector]];
}

/** Nothing is enqueued for a knowledgebase that is gone. */
async function continueLater(
  { database, clock }: EmbeddingParts,
  knowledgebaseId: number,
  delayMs: number,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ user_id: number }>(
      'select user_id from knowledgebases where id = $1 for key share',
      [knowledgebaseId],
    );
    if (row === undefined) return;
    const runAt = new Date(clock.now().getTime() + delayMs);
    await enqueueEmbedding(transaction, { id: knowledgebaseId, userId: row.user_id }, runAt);
  });
}
