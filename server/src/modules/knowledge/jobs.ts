import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Reads one document and makes its passages searchable by words. */
export const ingestDocumentJob = defineJob({
  name: 'knowledge:ingest-document',
  payload: z.object({ documentId: z.int(), run: z.int() }),
  maxAttempts: 10,
});

/** Embeds passages of one knowledgebase that lack a vector of the configured model. */
export const embedKnowledgebaseJob = defineJob({
  name: 'knowledge:embed-knowledgebase',
  payload: z.object({ knowledgebaseId: z.int() }),
  maxAttempts: 10,
});

/** Finds what nobody works on any more: documents in work without a sign of life, passages without a vector. */
export const tendKnowledgeJob = defineJob({
  name: 'knowledge:tend',
  payload: z.unknown(),
  maxAttempts: 1,
});
