import { z } from 'zod';
import type { Executor } from '../../db/client.ts';
import { defineJob, enqueue } from '../../jobs/define-job.ts';

/** Reads one document and makes its passages searchable by words. */
export const ingestDocumentJob = defineJob({
  name: 'knowledge:ingest-document',
  payload: z.object({ userId: z.int(), documentId: z.int(), run: z.int() }),
  maxAttempts: 10,
});

/** Embeds passages of one knowledgebase that lack a vector of the configured model. */
export const embedKnowledgebaseJob = defineJob({
  name: 'knowledge:embed-knowledgebase',
  payload: z.object({ userId: z.int(), knowledgebaseId: z.int() }),
  maxAttempts: 10,
});

/** Finds what nobody works on any more: documents in work without a sign of life, passages without a vector. */
export const sweepKnowledgeJob = defineJob({
  name: 'knowledge:tend',
  payload: z.unknown(),
  maxAttempts: 1,
});

/** Puts a document in line: one at a time per account, and accounts take turns. */
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
 * One more than the account's last turn, but never before those who are served now: an account with much to do gives
 * way to others, and nobody is passed for ever. Turns begin at 0 again when nothing waits.
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

/** Puts a knowledgebase in line for vectors: one at a time per account. A waiting one keeps its place. */
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
