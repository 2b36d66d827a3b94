import { z } from 'zod';
import type { Executor } from '../../db/client.ts';
import { defineJob, enqueue } from '../../work/define-job.ts';

/** Reads a document and makes its passages searchable by words. */
export const ingestDocumentJob = defineJob({
  name: 'knowledge:ingest-document',
  payload: z.object({ userId: z.int(), documentId: z.int(), run: z.int() }),
  maxAttempts: 10,
});

/** Embeds the passages of a knowledgebase that have no vector of the configured model. */
export const embedKnowledgebaseJob = defineJob({
  name: 'knowledge:embed-knowledgebase',
  payload: z.object({ userId: z.int(), knowledgebaseId: z.int() }),
  maxAttempts: 10,
});

/** Requeues stalled documents and passages without vectors. */
export const sweepKnowledgeJob = defineJob({
  name: 'knowledge:tend',
  payload: z.unknown(),
  maxAttempts: 1,
});

/** Enqueues a document. One document per account is processed at a time, and accounts alternate. */
export async function enqueueIngestion(
  transaction: Executor,
  document: { id: number; userId: number; run: number },
): Promise<void> {
  const { id, userId, run } = document;
  await enqueue(transaction, ingestDocumentJob, {
    payload: { userId, documentId: id, run },
    key: `ingest-document-${id}`,
    queue: `ingest-documents-of-${userId}`,
    priority: await assignPriority(transaction, { id, userId }),
  });
}

/**
 * Fair-queuing priority: one more than the account's highest, but no less than the lowest of all waiting documents.
 * A busy account yields to others without starving. Restarts at 0 when nothing is waiting.
 */
async function assignPriority(
  transaction: Executor,
  { id, userId }: { id: number; userId: number },
): Promise<number> {
  const [row] = await transaction.query<{ turn: number }>(
    `update documents set turn = least(32767, (
       select greatest(0, min(turn), max(turn) filter (where user_id = $2) + 1) from (
         (select turn, user_id from documents where status = 'processing' and stage <> 'embedding' and id <> $1
          order by turn limit 1)
         union all
         (select turn, user_id from documents where status = 'processing' and stage <> 'embedding' and id <> $1
            and user_id = $2
          order by turn desc limit 1)) waiting))
     where user_id = $2 and id = $1 returning turn`,
    [id, userId],
  );
  return row?.turn ?? 0;
}

/** Enqueues a knowledgebase for embedding, one per account at a time. Without `runAt`, a queued job keeps its position. */
export async function enqueueEmbedding(
  transaction: Executor,
  knowledgebase: { id: number; userId: number },
  runAt?: Date,
): Promise<void> {
  await enqueue(transaction, embedKnowledgebaseJob, {
    payload: { userId: knowledgebase.userId, knowledgebaseId: knowledgebase.id },
    key: `embed-knowledgebase-${knowledgebase.id}`,
    queue: `embed-passages-of-${knowledgebase.userId}`,
    ...(runAt === undefined ? { keepsPlace: true } : { runAt }),
  });
}
