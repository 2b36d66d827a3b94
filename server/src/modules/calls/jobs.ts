import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { Executor } from '../../db/client.ts';
import { defineJob, enqueue, enqueueAll } from '../../work/define-job.ts';

/** Evaluates an ended call and records its event. A failing model is retried for four minutes. */
export const evaluateCallJob = defineJob({
  name: 'calls:evaluate',
  payload: z.object({ userId: z.int(), callId: z.int() }),
  maxAttempts: 6,
});

/** Requests a call's price from its carrier. Each run enqueues the next until the price is known. */
export const carrierCostJob = defineJob({
  name: 'calls:carrier-cost',
  payload: z.object({
    userId: z.int(),
    callId: z.int(),
    tries: z.int(),
    /** Provider of the call's number, which may be released before the job runs; absent in old jobs. */
    provider: z.string().nullish(),
  }),
  maxAttempts: 3,
});

/** Ends abandoned calls, whose process died or that no process claimed. */
export const settleCallsJob = defineJob({ name: 'calls:settle', payload: z.unknown(), maxAttempts: 3 });

const SETTLE_RETRY_MS = 500;

/** Runs `settleCallsJob` again soon, because carriers of dead processes' calls have not answered yet. */
export async function settleAgain(
  database: Pick<Executor, 'query'>,
  clock: Pick<Clock, 'now'>,
): Promise<void> {
  const runAt = new Date(clock.now().getTime() + SETTLE_RETRY_MS);
  await enqueue(database, settleCallsJob, { payload: {}, key: 'settle-calls-again', runAt });
}

/** Enqueues evaluations of ended calls whose job was lost. */
export const tendCallsJob = defineJob({ name: 'calls:tend', payload: z.unknown(), maxAttempts: 1 });

const LOWEST_PRIORITY = 32_767;

const jobKey = (callId: number): string => `evaluate-call-${callId}`;

/** Enqueues evaluations. The priority falls with the account's backlog, so that large accounts do not block others. */
export async function enqueueEvaluations(
  transaction: Executor,
  calls: readonly { userId: number; callId: number }[],
): Promise<void> {
  if (calls.length === 0) return;
  const rows = await transaction.query<{ userId: number; ahead: number }>(
    `select user_id as "userId", count(*)::int as ahead from calls
     where user_id = any($1) and ended_at is not null and recorded_at is null and id <> all($2) group by user_id`,
    [calls.map(({ userId }) => userId), calls.map(({ callId }) => callId)],
  );
  const ahead = new Map(rows.map((row) => [row.userId, row.ahead]));
  const jobs = calls.map(({ userId, callId }) => {
    const before = ahead.get(userId) ?? 0;
    ahead.set(userId, before + 1);
    return { payload: { userId, callId }, key: jobKey(callId), priority: Math.min(before, LOWEST_PRIORITY) };
  });
  await enqueueAll(transaction, evaluateCallJob, jobs);
}

/** Enqueues evaluations again whose attempts were used up because processes died. */
export async function enqueueAbandoned(
  transaction: Executor,
  calls: readonly { id: number; userId: number }[],
): Promise<void> {
  const jobs = calls.map(({ id, userId }) => ({ payload: { userId, callId: id }, key: jobKey(id) }));
  await enqueueAll(transaction, evaluateCallJob, jobs);
}
