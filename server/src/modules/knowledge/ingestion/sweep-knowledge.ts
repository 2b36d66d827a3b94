import type { Database } from '../../../db/client.ts';
import { findIdleEmbeddings, reopenOutdatedEmbeddings } from '../embedding/embedding-store.ts';
import { enqueueEmbedding, enqueueIngestion } from '../jobs.ts';
import { claimStalledDocuments } from './work-store.ts';

/** Work shows a sign of life every second. */
const stalledSeconds = 120;

/**
 * Puts in line again what has fallen out of it: documents and passages to work on for which no job stands in line,
 * and all passages of another model than the configured one. What waits keeps its place, and what failed its wait.
 * Runs once a minute and at every start.
 */
export async function sweepKnowledge(database: Database, embeddingModel: string): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const document of await claimStalledDocuments(transaction, stalledSeconds)) {
      await enqueueIngestion(transaction, document);
    }
  });
  await reopenOutdatedEmbeddings(database, embeddingModel);
  for (const knowledgebase of await findIdleEmbeddings(database)) {
    await enqueueEmbedding(database, knowledgebase);
  }
}
