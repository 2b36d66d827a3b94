import { handleJob, type JobHandler } from '../../jobs/define-job.ts';
import { type EmbeddingParts, embedKnowledgebase } from './embedding/embed-knowledgebase.ts';
import { type IngestionParts, ingestDocument } from './ingestion/ingest-document.ts';
import { tendKnowledge } from './ingestion/tend-knowledge.ts';
import { embedKnowledgebaseJob, ingestDocumentJob, tendKnowledgeJob } from './jobs.ts';

export type KnowledgeWork = IngestionParts & EmbeddingParts;

/** What the worker runs: work that may take minutes, and `short`. The schedule for `tend` is `tendSchedule`. */
export function knowledgeJobHandlers(
  parts: KnowledgeWork,
): Record<'ingestion' | 'embedding' | 'short', JobHandler[]> {
  return {
    ingestion: [handleJob(ingestDocumentJob, (payload, job) => ingestDocument(parts, payload, job))],
    embedding: [handleJob(embedKnowledgebaseJob, (payload, job) => embedKnowledgebase(parts, payload, job))],
    short: [handleJob(tendKnowledgeJob, () => tendKnowledge(parts.database, parts.embedder.model))],
  };
}

/** Once a minute. */
export const tendSchedule = { cron: '* * * * *', jobName: tendKnowledgeJob.name };
