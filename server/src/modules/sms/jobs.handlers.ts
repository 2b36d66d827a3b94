import { handleJob, type JobHandler } from '../../jobs/define-job.ts';
import { settleSmsJob } from './jobs.ts';
import { settleSubmissions } from './sending/submit-sms.ts';
import type { SmsDependencies } from './wiring/dependencies.ts';

/** Runs once a minute. */
export const settleSmsSchedule = { cron: '* * * * *', jobName: settleSmsJob.name };

export function smsJobHandlers(dependencies: Pick<SmsDependencies, 'database' | 'log'>): JobHandler[] {
  return [
    handleJob(settleSmsJob, async () => {
      await settleSubmissions(dependencies);
    }),
  ];
}
