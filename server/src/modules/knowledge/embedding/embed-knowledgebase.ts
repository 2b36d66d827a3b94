import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Database } from '../../../db/client.ts';
import type { Embedder } from '../../../providers/interfaces/embedder.ts';
import type { JobContext } from '../../../work/define-job.ts';
import { enqueueEmbedding } from '../jobs.ts';
import type { KnowledgebaseKey } from '../retrieval/loader.ts';
import { embedPassages } from './embed-passages.ts';
import {
  acquireEmbeddingLease,
  findUnembedded,
  releaseEmbeddingLease,
  storeVectors,
  updateEmbeddingProgress,
} from './embedding-store.ts';

export interface EmbeddingDeps {
  clock: Clock;
  database: Database;
  embedder: Embedder;
  log: Log;
  /** Id of this process in the `processes` table. */
  processId: string;
}

/** Passages per model call and per commit: a killed process loses a few seconds of work. */
const batchSize = 16;
/** Batches before the job requeues itself, so that accounts alternate. */
const batchesPerJob = 10;
/** Delay before a retry if another worker has the lease: that worker may miss passages added after its last query. */
const busyRetryMs = 5_000;

/**
 * Embeds all passages that have no vector of the configured model, in batches. A passage that the model rejects gets no
 * vector; word search still finds it. Throws a `ProviderError` if the model does not work at all.
 */
export async function embedKnowledgebase(
  deps: EmbeddingDeps,
  key: KnowledgebaseKey,
  job: JobContext,
): Promise<void> {
  const { database, processId } = deps;
  // Another model may be connected meanwhile; vectors must be stored under the name of the model that made them.
  const embedder = deps.embedder.snapshot?.() ?? deps.embedder;
  const worker = { id: randomUUID(), processId };
  if (!(await acquireEmbeddingLease(database, key, worker))) return continueLater(deps, key, busyRetryMs);
  try {
    for (let batch = 0; batch < batchesPerJob; batch += 1) {
      const passages = await findUnembedded(database, key, { model: embedder.model, limit: batchSize });
      if (passages.length === 0) return await updateEmbeddingProgress(database, key, embedder.model);
      const vectors = await embedPassages({ embedder, log: deps.log }, passages, job.signal);
      if (!(await storeVectors(database, { key, embedder }, vectors))) return;
      // The lease expired, and another worker took over.
      if (!(await acquireEmbeddingLease(database, key, worker))) return;
    }
    await continueLater(deps, key, 0);
  } finally {
    await releaseEmbeddingLease(database, key, worker);
  }
}

async function continueLater(
  { database, clock }: EmbeddingDeps,
  { userId, knowledgebaseId }: KnowledgebaseKey,
  delayMs: number,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const rows = await transaction.query(
      'select 1 from knowledgebases where user_id = $1 and id = $2 for key share',
      [userId, knowledgebaseId],
    );
    if (rows.length === 0) return;
    const runAt = new Date(clock.now().getTime() + delayMs);
    await enqueueEmbedding(transaction, { id: knowledgebaseId, userId }, runAt);
  });
}
