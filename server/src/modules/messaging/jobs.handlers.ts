import { handleJob, type JobHandler } from '../../jobs/define-job.ts';
import { findWaiting } from '../conversations/actions.ts';
import { answerCustomer } from './answer/answer-customer.ts';
import type { MessagingDependencies } from './answer/messaging-dependencies.ts';
import { fetchAttachment } from './inbound/fetch-attachment.ts';
import { answerCustomerJob, answerWaitingJob, fetchAttachmentJob } from './jobs.ts';

/** Once a minute; deaths of processes call it too. */
export const answerWaitingSchedule = { cron: '* * * * *', jobName: answerWaitingJob.name };

/** Conversations that one sweep answers at a time. */
const AT_ONCE = 4;

export function messagingJobHandlers(dependencies: MessagingDependencies): JobHandler[] {
  return [
    handleJob(answerCustomerJob, ({ conversationId }) => answerCustomer(dependencies, conversationId)),
    handleJob(answerWaitingJob, () => answerWaiting(dependencies)),
    handleJob(fetchAttachmentJob, ({ attachmentId }, job) =>
      fetchAttachment(dependencies, attachmentId, job),
    ),
  ];
}

async function answerWaiting(dependencies: MessagingDependencies): Promise<void> {
  const { database, log } = dependencies.conversations;
  const waiting = await findWaiting(database);
  const next = waiting.values();
  const work = async (): Promise<void> => {
    for (const conversationId of next) {
      // One that fails stops no other: it is released, and tried again by its own job.
      await answerCustomer(dependencies, conversationId).catch((error: unknown) =>
        log.warn({ error, conversationId }, 'A waiting customer could not be answered.'),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
