import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Database } from '../../db/client.ts';
import { handleJob, type JobHandler } from '../../work/define-job.ts';
import { type Loop, type Run, startLoop } from '../../work/loop.ts';
import { closeEnded } from './endings/close-ended.ts';
import { endDueConversations } from './endings/end-due.ts';
import { findForsakenEnds } from './endings/end-store.ts';
import { type EvaluationWork, evaluateEnd } from './endings/evaluate-end.ts';
import {
  closeEndedJob,
  deleteUnsentFilesJob,
  enqueueEvaluations,
  evaluateEndJob,
  settleTurnsJob,
  summarizeJob,
  tendEndsJob,
} from './jobs.ts';
import { findAbandonedTurns, refundTurn } from './messages/ledger.ts';
import { summarizeConversation } from './summaries/summarize-conversation.ts';
import { deleteUnsentFiles } from './widget/files/file-store.ts';

export const conversationSchedules = [
  { cron: '* * * * *', jobName: settleTurnsJob.name },
  { cron: '* * * * *', jobName: tendEndsJob.name },
  { cron: '17 * * * *', jobName: deleteUnsentFilesJob.name },
];

/** Handlers of `short` jobs, of evaluations and summaries, which wait for models, and of long jobs after an upgrade. */
export function conversationJobHandlers(
  deps: EvaluationWork & { log: Log },
): Record<'short' | 'evaluation' | 'upgrade', JobHandler[]> {
  const { database, log } = deps;
  return {
    short: [
      handleJob(settleTurnsJob, () => settleTurns(database, log)),
      handleJob(tendEndsJob, () => tendEnds(database)),
      handleJob(deleteUnsentFilesJob, () => deleteUnsentFiles(database)),
    ],
    evaluation: [
      handleJob(evaluateEndJob, (payload, job) => evaluateEnd(deps, payload, job)),
      handleJob(summarizeJob, (payload, { signal }) => summarizeConversation(deps, payload, signal)),
    ],
    upgrade: [handleJob(closeEndedJob, (payload, { signal }) => closeEnded(database, payload, signal))],
  };
}

const END_INTERVAL_MS = 1000;

/** Ends conversations within a second after they are due. */
export function startEndLoop(deps: { database: Database; clock: Clock; log: Log }): Loop {
  const work = ({ signal }: Run): Promise<void> => endDueConversations(deps, signal);
  return startLoop({ ...deps, name: 'conversation ends', intervalMs: END_INTERVAL_MS, work });
}

/** Enqueues an evaluation again if dying processes used up its attempts. */
async function tendEnds(database: Database): Promise<void> {
  await enqueueEvaluations(database, await findForsakenEnds(database));
}

/** Refunds messages whose turn died with its process. Concurrent runs settle each turn only once. */
export async function settleTurns(database: Database, log: Log): Promise<void> {
  const abandoned = await findAbandonedTurns(database);
  for (const {
    user_id: userId,
    conversation_id: conversationId,
    message_id: customerMessageId,
  } of abandoned) {
    const turn = { userId, conversationId, customerMessageId, processId: null };
    await refundTurn(database, { ...turn, modelCalls: [] });
  }
  if (abandoned.length > 0) log.warn({ turns: abandoned.length }, 'Refunded turns of dead processes.');
}
