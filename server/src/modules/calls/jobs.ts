import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { Executor } from '../../db/client.ts';
import { defineJob, enqueue, enqueueAll } from '../../jobs/define-job.ts';

/** Evaluates a call that is over, and tells of its end. A model that is away is tried for four minutes. */
export const evaluateCallJob = defineJob({
  name: 'calls:evaluate',
  payload: z.object({ userId: z.int(), callId: z.int() }),
  maxAttempts: 6,
});

/** Asks a carrier what it has taken for a call that is over; until it knows, each try orders the next. */
export const carrierCostJob = defineJob({
  name: 'calls:carrier-cost',
  payload: z.object({
    ...{ userId: z.int(), callId: z.int(), tries: z.int() },
    /** Of the number that the call went over, which may be released meanwhile; absent: it is asked for. */
    provider: z.string().nullish(),
  }),
  maxAttempts: 3,
});

/** Ends calls that nobody will go on with: their process died, or nobody took them. */
export const settleCallsJob = defineJob({ name: 'calls:settle', payload: z.unknown(), maxAttempts: 3 });

const SETTLED_AGAIN_MS = 500;

/** Orders another look at calls of dead processes: their carriers have not answered yet. */
export async function settleAgain(
  database: Pick<Executor, 'query'>,
  clock: Pick<Clock, 'now'>,
): Promise<void> {
  const runAt = new Date(clock.now().getTime() + SETTLED_AGAIN_MS);
  await enqueue(database, settleCallsJob, { payload: {}, key: 'settle-calls-again', runAt });
}

/** Finds calls that are over and whose evaluation nobody works on any more. */
export const tendCallsJob = defineJob({ name: 'calls:tend', payload: z.unknown(), maxAttempts: 1 });

const LOWEST_PRIORITY = 32_767;

const jobKey = (callId: number): string => `evaluate-call-${callId}`;

/** Behind as many as the account has waiting already: accounts with many let others in between. */
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

/** Puts calls in line again whose tries were used up by processes that died. */
export async function enqueueForsaken(
  transaction: Executor,
  calls: readonly { id: number; userId: number }[],
): Promise<void> {
  const jobs = calls.map(({ id, userId }) => ({ payload: { userId, callId: id }, key: jobKey(id) }));
  await enqueueAll(transaction, evaluateCallJob, jobs);
}
