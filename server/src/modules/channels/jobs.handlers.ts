import { handleJob, type JobHandler } from '../../jobs/define-job.ts';
import { matchEarlyReports } from './delivery/status-reports.ts';
import { settleSubmissions } from './delivery/submit-message.ts';
import { matchReportsJob, settleSubmissionsJob, syncSenderJob, syncTemplatesJob } from './jobs.ts';
import type { ChannelDependencies } from './senders/dependencies.ts';
import { findSenderRow } from './senders/sender-store.ts';
import { syncAllSenders, syncSender } from './templates/template-verbs.ts';

export const channelSchedules = [
  // Every four hours, at an unusual minute to spread the load on carriers.
  { cron: '23 */4 * * *', jobName: syncTemplatesJob.name },
  { cron: '* * * * *', jobName: settleSubmissionsJob.name },
  { cron: '* * * * *', jobName: matchReportsJob.name },
];

/** `short` jobs only use the database; `waiting` jobs call carriers. */
export function channelJobHandlers(dependencies: ChannelDependencies): {
  short: JobHandler[];
  waiting: JobHandler[];
} {
  const short = [
    handleJob(syncTemplatesJob, () => syncAllSenders(dependencies)),
    handleJob(settleSubmissionsJob, async () => {
      await settleSubmissions(dependencies);
    }),
    handleJob(matchReportsJob, () => matchEarlyReports(dependencies)),
  ];
  const sync = handleJob(syncSenderJob, async ({ userId, senderId }, { signal }) => {
    const sender = await findSenderRow(dependencies.database, userId, senderId);
    if (sender !== null) await syncSender(dependencies, sender, signal);
  });
  return { short, waiting: [sync] };
}
