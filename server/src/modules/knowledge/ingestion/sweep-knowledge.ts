import type { Database } from '../../../db/client.ts';
import { findIdleEmbeddings, reopenOutdatedEmbeddings } from '../embedding/embedding-store.ts';
import { enqueueEmbedding, enqueueIngestion } from '../jobs.ts';
import { claimStalledDocuments } from './work-store.ts';

/** Workers send a heartbeat every second. */
const stalledSeconds = 120;

/**
 * Requeues unfinished documents and passages that have no job, and passages whose vectors come from another model.
 * Existing jobs keep their position and retry delay. Runs once a minute and at startup.
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
