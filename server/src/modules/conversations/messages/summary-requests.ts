import type { Database, Executor } from '../../../db/client.ts';
import { enqueue, hasLiveJob } from '../../../work/define-job.ts';
import { summarizeJob } from '../jobs.ts';
import { lockConversation } from './lock-conversation.ts';

interface SummarizedConversation {
  userId: number;
  conversationId: number;
}

/** Enqueues a summary unless one is being written, or failed within the last hour. */
export function requestSummary(
  database: Database,
  { userId, conversationId }: SummarizedConversation,
): Promise<void> {
  return database.transaction(async (transaction) => {
    // Concurrent requests of several processes see each other's job.
    await lockConversation(transaction, { userId, conversationId });
    const key = `summarize-${conversationId}`;
    const jobs = await transaction.query(
      `select where ${hasLiveJob('$1')} or exists (
         select from graphile_worker.jobs
         where key = $1 and run_at > clock_timestamp() - interval '1 hour')`,
      [key],
    );
    if (jobs.length > 0) return;
    await enqueue(transaction, summarizeJob, { payload: { userId, conversationId }, key });
  });
}

/**
 * Deletes a summary that covers a message which the customer or the account has changed. The next turns summarize
 * again. The conversation must be locked.
 * @param firstId the first changed message
 */
export async function forgetSummary(
  transaction: Executor,
  { userId, conversationId, firstId }: SummarizedConversation & { firstId: number },
): Promise<void> {
  await transaction.query(
    `update conversations set summary = null, summarized_until = 0
     where user_id = $1 and id = $2 and summarized_until >= $3`,
    [userId, conversationId, firstId],
  );
}
