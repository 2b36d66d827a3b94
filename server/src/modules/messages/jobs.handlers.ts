import { handleJob, type JobHandler } from '../../work/define-job.ts';
import { beginAnswer } from './answers/answer-customer.ts';
import { findWaiting } from './answers/pending-answers.ts';
import type { MessageDependencies } from './dependencies.ts';
import { fetchAttachment } from './inbound/fetch-attachment.ts';
import type { FileReaders } from './inbound/read-file.ts';
import {
  answerCustomerJob,
  answerWaitingJob,
  confirmOptOutJob,
  fetchAttachmentJob,
  matchReportsJob,
  settleSmsJob,
  settleSubmissionsJob,
  syncSenderJob,
  syncTemplatesJob,
} from './jobs.ts';
import { confirmOptOut } from './outgoing/confirm-opt-out.ts';
import { matchEarlyReports } from './outgoing/status-reports.ts';
import { settleSubmissions } from './outgoing/submit-message.ts';
import { findSenderRow } from './senders/sender-store.ts';
import { syncAllSenders, syncSender } from './templates/template-verbs.ts';

/** Runs once a minute; the job is also enqueued when a process dies. */
export const answerWaitingSchedule = { cron: '* * * * *', jobName: answerWaitingJob.name };

export const messageSchedules = [
  // Every four hours, at an unusual minute to spread the load on carriers.
  { cron: '23 */4 * * *', jobName: syncTemplatesJob.name },
  { cron: '* * * * *', jobName: settleSubmissionsJob.name },
  { cron: '* * * * *', jobName: settleSmsJob.name },
  { cron: '* * * * *', jobName: matchReportsJob.name },
];

/**
 * The handlers only queue customers for answering, so no job worker is occupied while a model generates.
 * @param dependencies shared with requests, so that shutdown waits for these answers
 */
export function answerJobHandlers(dependencies: MessageDependencies): JobHandler[] {
  return [
    handleJob(answerCustomerJob, async (waiting) => beginAnswer(dependencies, waiting)),
    handleJob(answerWaitingJob, async () => {
      const waiting = await findWaiting(dependencies.database);
      for (const conversation of waiting) beginAnswer(dependencies, conversation);
    }),
  ];
}

/** `short` jobs only use the database; `waiting` jobs call carriers; `files` jobs load and read customers' files. */
export function messageJobHandlers(
  dependencies: MessageDependencies,
  readers: FileReaders,
): {
  short: JobHandler[];
  waiting: JobHandler[];
  files: JobHandler[];
} {
  const short = [
    handleJob(syncTemplatesJob, () => syncAllSenders(dependencies)),
    handleJob(settleSubmissionsJob, () => settleSubmissions(dependencies, 'msgapp')),
    handleJob(settleSmsJob, () => settleSubmissions(dependencies, 'sms')),
    handleJob(matchReportsJob, () => matchEarlyReports(dependencies)),
  ];
  const files = [
    handleJob(fetchAttachmentJob, ({ attachmentId }, job) =>
      fetchAttachment(dependencies, { attachmentId, readers }, job),
    ),
  ];
  const waiting = [
    handleJob(confirmOptOutJob, (wish) => confirmOptOut(dependencies, wish)),
    handleJob(syncSenderJob, async ({ userId, senderId }, { signal }) => {
      const sender = await findSenderRow(dependencies.database, userId, senderId);
      if (sender !== null) await syncSender(dependencies, sender, signal);
    }),
  ];
  return { short, waiting, files };
}
