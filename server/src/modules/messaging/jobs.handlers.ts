import { handleJob, type JobHandler } from '../../jobs/define-job.ts';
import { findWaiting } from '../conversations/actions.ts';
import { beginAnswer } from './answer/answer-customer.ts';
import type { MessagingDependencies } from './answer/messaging-dependencies.ts';
import { confirmWish } from './inbound/confirm-wish.ts';
import { fetchAttachment } from './inbound/fetch-attachment.ts';
import { answerCustomerJob, answerWaitingJob, confirmWishJob, fetchAttachmentJob } from './jobs.ts';

/** Once a minute; deaths of processes call it too. */
export const answerWaitingSchedule = { cron: '* * * * *', jobName: answerWaitingJob.name };

/**
 * They only put customers in line, so that no place of a job is held while a model thinks.
 * @param dependencies those of the requests: the process waits for answers when its jobs are over
 */
export function answerJobHandlers(dependencies: MessagingDependencies): JobHandler[] {
  return [
    handleJob(answerCustomerJob, async (waiting) => beginAnswer(dependencies, waiting)),
    handleJob(answerWaitingJob, async () => {
      const waiting = await findWaiting(dependencies.conversations.database);
      for (const conversation of waiting) beginAnswer(dependencies, conversation);
    }),
  ];
}

/** They wait for carriers. */
export function carrierJobHandlers(dependencies: MessagingDependencies): JobHandler[] {
  return [
    handleJob(fetchAttachmentJob, ({ attachmentId }, job) =>
      fetchAttachment(dependencies, attachmentId, job),
    ),
    handleJob(confirmWishJob, (wish) => confirmWish(dependencies, wish)),
  ];
}
