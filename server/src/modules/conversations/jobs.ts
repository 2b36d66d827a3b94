import { z } from 'zod';
import type { Executor } from '../../db/client.ts';
import { defineJob, enqueueAll } from '../../jobs/define-job.ts';

/** Pays back messages whose turn died with its process. */
export const settleTurnsJob = defineJob({
  name: 'conversations:settle-turns',
  payload: z.unknown(),
  maxAttempts: 3,
});

/** Evaluates a conversation that has ended, and tells of its end. A model that is away is tried for four minutes. */
export const evaluateEndJob = defineJob({
  name: 'conversations:evaluate-end',
  payload: z.object({ userId: z.int(), endId: z.int() }),
  maxAttempts: 6,
});

/** Finds ends whose evaluation nobody works on any more. */
export const tendEndsJob = defineJob({
  name: 'conversations:tend-ends',
  payload: z.unknown(),
  maxAttempts: 1,
});

const LOWEST_PRIORITY = 32_767;

/** @param ends with how many of the same account stand before each: accounts with many let others in between */
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
