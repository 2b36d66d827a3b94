import type { Log } from '../../core/log.ts';
import type { Database } from '../../db/client.ts';
import { handleJob, type JobHandler } from '../../jobs/define-job.ts';
import { settleTurnsJob } from './jobs.ts';
import { findAbandonedTurns, refundTurn } from './messages/ledger.ts';

/** Once a minute. */
export const settleTurnsSchedule = { cron: '* * * * *', jobName: settleTurnsJob.name };

export function conversationJobHandlers(database: Database, log: Log): JobHandler[] {
  return [handleJob(settleTurnsJob, () => settleTurns(database, log))];
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
