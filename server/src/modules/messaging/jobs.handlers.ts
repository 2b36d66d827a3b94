import { handleJob, type JobHandler } from '../../jobs/define-job.ts';
import { findWaiting } from '../conversations/actions.ts';
import { beginAnswer } from './answer/answer-customer.ts';
import type { MessagingDependencies } from './answer/messaging-dependencies.ts';
import { confirmOptOut } from './inbound/confirm-opt-out.ts';
import { fetchAttachment } from './inbound/fetch-attachment.ts';
import { answerCustomerJob, answerWaitingJob, confirmOptOutJob, fetchAttachmentJob } from './jobs.ts';

/** Runs once a minute; the job is also enqueued when a process dies. */
export const answerWaitingSchedule = { cron: '* * * * *', jobName: answerWaitingJob.name };

/**
 * The handlers only queue customers for answering, so no job worker is occupied while a model generates.
 * @param dependencies shared with requests, so that shutdown waits for these answers
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

/** Handlers of jobs that wait for carriers. */
export function carrierJobHandlers(dependencies: MessagingDependencies): JobHandler[] {
  return [
    handleJob(fetchAttachmentJob, ({ attachmentId }, job) =>
      fetchAttachment(dependencies, attachmentId, job),
    ),
    handleJob(confirmOptOutJob, (wish) => confirmOptOut(dependencies, wish)),
  ];
}
