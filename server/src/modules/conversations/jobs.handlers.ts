import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Database } from '../../db/client.ts';
import { handleJob, type JobHandler } from '../../jobs/define-job.ts';
import { startTicker, type Ticker } from '../../jobs/ticker.ts';
import { endDueConversations } from './endings/end-due.ts';
import { findForsakenEnds } from './endings/end-store.ts';
import { type EvaluationWork, evaluateEnd } from './endings/evaluate-end.ts';
import { enqueueEvaluations, evaluateEndJob, settleTurnsJob, tendEndsJob } from './jobs.ts';
import { findAbandonedTurns, refundTurn } from './messages/ledger.ts';

/** Once a minute. */
export const conversationSchedules = [settleTurnsJob, tendEndsJob].map(({ name }) => ({
  cron: '* * * * *',
  jobName: name,
}));

/** What the worker runs: `short` work, and evaluations, which wait for models. */
export function conversationJobHandlers(
  deps: EvaluationWork & { log: Log },
): Record<'short' | 'evaluation', JobHandler[]> {
  const { database, log } = deps;
  return {
    short: [
      handleJob(settleTurnsJob, () => settleTurns(database, log)),
      handleJob(tendEndsJob, () => tendEnds(database)),
    ],
    evaluation: [handleJob(evaluateEndJob, (payload, job) => evaluateEnd(deps, payload, job))],
  };
}

const END_INTERVAL_MS = 1000;

/** Ends conversations when they are due, to the second. */
export function startEndTicker(deps: { database: Database; clock: Clock; log: Log }): Ticker {
  const work = (signal: AbortSignal): Promise<void> => endDueConversations(deps, signal);
  return startTicker({ ...deps, name: 'conversation ends', intervalMs: END_INTERVAL_MS, work });
}

/** Puts evaluations in line again whose tries were used up by processes that died. */
async function tendEnds(database: Database): Promise<void> {
  await enqueueEvaluations(database, await findForsakenEnds(database));
}

/** Pays back every message whose turn died with its process. Several may run at once: each turn is settled once. */
export async function settleTurns(database: Database, log: Log): Promise<void> {
  const abandoned = await findAbandonedTurns(database);
  for (const {
    user_id: userId,
    conversation_id: conversationId,
    message_id: customerMessageId,
  } of abandoned) {
    await refundTurn(database, { userId, conversationId, customerMessageId, modelCalls: [] });
  }
  if (abandoned.length > 0) log.warn({ turns: abandoned.length }, 'Turns of dead processes were paid back.');
}
