import type { Database } from '../../../db/client.ts';
import { enqueue } from '../../../jobs/define-job.ts';
import { findIdleEmbeddings, reopenForeignEmbeddings } from '../embedding/embedding-store.ts';
import { embedKnowledgebaseJob, ingestDocumentJob } from '../jobs.ts';
import { findStalledDocuments } from './work-store.ts';

/** Work shows a sign of life every second; waiting in line may take longer, and being put in line again is harmless. */
const stalledSeconds = 120;

/**
 * Puts in line again what has fallen out of it: documents in work that nobody works on, passages without a vector,
 * and all passages of another model than the configured one. Runs once a minute and at every start.
 */
export async function tendKnowledge(database: Database, embeddingModel: string): Promise<void> {
  for (const { id, run } of await findStalledDocuments(database, stalledSeconds)) {
    await enqueue(database, ingestDocumentJob, {
      payload: { documentId: id, run },
      key: `ingest-document-${id}`,
    });
  }
  await reopenForeignEmbeddings(database, embeddingModel);
  for (const { id } of await findIdleEmbeddings(database)) {
    await enqueue(database, embedKnowledgebaseJob, {
      payload: { knowledgebaseId: id },
      key: `embed-knowledgebase-${id}`,
    });
  }
}
