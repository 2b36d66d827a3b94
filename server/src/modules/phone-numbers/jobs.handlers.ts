import { handleJob, type JobHandler } from '../../work/define-job.ts';
import { settleOrdersJob } from './jobs.ts';
import { settleOrders } from './orders/settle-orders.ts';
import type { PhoneNumberDependencies } from './wiring/dependencies.ts';

/** Runs once a minute. */
export const settleOrdersSchedule = { cron: '* * * * *', jobName: settleOrdersJob.name };

export function phoneNumberJobHandlers(dependencies: PhoneNumberDependencies): JobHandler[] {
  return [
    handleJob(settleOrdersJob, async (_payload, { signal }) => {
      await settleOrders(dependencies, signal);
    }),
  ];
}
