import { handleJob, type JobHandler } from '../../jobs/define-job.ts';
import { type EmbeddingDeps, embedKnowledgebase } from './embedding/embed-knowledgebase.ts';
import { type IngestionDeps, ingestDocument } from './ingestion/ingest-document.ts';
import { tendKnowledge } from './ingestion/tend-knowledge.ts';
import { embedKnowledgebaseJob, ingestDocumentJob, tendKnowledgeJob } from './jobs.ts';

export type KnowledgeWork = IngestionDeps & EmbeddingDeps;

/** What the worker runs: work that may take minutes, and `short`. The schedule for `tend` is `tendSchedule`. */
export function knowledgeJobHandlers(
  deps: KnowledgeWork,
): Record<'ingestion' | 'embedding' | 'short', JobHandler[]> {
  return {
    ingestion: [handleJob(ingestDocumentJob, (payload, job) => ingestDocument(deps, payload, job))],
    embedding: [handleJob(embedKnowledgebaseJob, (payload, job) => embedKnowledgebase(deps, payload, job))],
    short: [handleJob(tendKnowledgeJob, () => tendKnowledge(deps.database, deps.embedder.model))],
  };
}

/** Once a minute. */
export const tendSchedule = { cron: '* * * * *', jobName: tendKnowledgeJob.name };
