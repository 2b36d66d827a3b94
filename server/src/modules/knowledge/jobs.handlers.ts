import { handleJob, type JobHandler } from '../../work/define-job.ts';
import { type EmbeddingDeps, embedKnowledgebase } from './embedding/embed-knowledgebase.ts';
import { type IngestionDeps, ingestDocument } from './ingestion/ingest-document.ts';
import { sweepKnowledge } from './ingestion/sweep-knowledge.ts';
import { embedKnowledgebaseJob, ingestDocumentJob, sweepKnowledgeJob } from './jobs.ts';

export type KnowledgeWork = IngestionDeps & EmbeddingDeps;

/** Job handlers by queue. `ingestion` and `embedding` jobs may take minutes; `sweepSchedule` starts the `short` one. */
export function knowledgeJobHandlers(
  deps: KnowledgeWork,
): Record<'ingestion' | 'embedding' | 'short', JobHandler[]> {
  return {
    ingestion: [handleJob(ingestDocumentJob, (payload, job) => ingestDocument(deps, payload, job))],
    embedding: [handleJob(embedKnowledgebaseJob, (payload, job) => embedKnowledgebase(deps, payload, job))],
    short: [handleJob(sweepKnowledgeJob, () => sweepKnowledge(deps.database, deps.embedder.model))],
  };
}

export const sweepSchedule = { cron: '* * * * *', jobName: sweepKnowledgeJob.name };
