import { z } from 'zod';
import type { Executor } from '../../db/client.ts';
import { defineJob, enqueueAll } from '../../work/define-job.ts';

/** Refunds messages whose turn died with its process. */
export const settleTurnsJob = defineJob({
  name: 'conversations:settle-turns',
  payload: z.unknown(),
  maxAttempts: 3,
});

/** Evaluates an ended conversation and records its event. Retries for four minutes if the model is unavailable. */
export const evaluateEndJob = defineJob({
  name: 'conversations:evaluate-end',
  payload: z.object({ userId: z.int(), endId: z.int() }),
  maxAttempts: 6,
});

/** Finds ends whose evaluation has no job. */
export const tendEndsJob = defineJob({
  name: 'conversations:tend-ends',
  payload: z.unknown(),
  maxAttempts: 1,
});

/** Closes conversations that ended before the upgrade to the inbox. Migration 0140 enqueues it. */
export const closeEndedJob = defineJob({
  name: 'conversations:close-ended',
  payload: z.object({ beforeId: z.int(), endedBefore: z.string() }),
  maxAttempts: 25,
});

/** Summarizes older messages of a conversation. Retries for four minutes if the model is unavailable. */
export const summarizeJob = defineJob({
  name: 'conversations:summarize',
  payload: z.object({ userId: z.int(), conversationId: z.int() }),
  maxAttempts: 6,
});

/** Deletes files that visitors uploaded and did not send. */
export const deleteUnsentFilesJob = defineJob({
  name: 'conversations:delete-unsent-files',
  payload: z.unknown(),
  maxAttempts: 1,
});

const LOWEST_PRIORITY = 32_767;

/** @param ends `ahead` orders them so that accounts take turns */
export async function enqueueEvaluations(
  transaction: Executor,
  ends: readonly { id: number; userId: number; ahead: number }[],
): Promise<void> {
  const jobs = ends.map(({ id, userId, ahead }) => ({
    payload: { userId, endId: id },
    key: `evaluate-end-${id}`,
    priority: Math.min(ahead, LOWEST_PRIORITY),
  }));
  await enqueueAll(transaction, evaluateEndJob, jobs);
}
