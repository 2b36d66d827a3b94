import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { handleJob, type JobHandler } from '../../jobs/define-job.ts';
import { type CarrierCostWork, fetchCarrierCost } from './endings/carrier-cost.ts';
import type { EndingParts } from './endings/end-call.ts';
import { findUnrecorded } from './endings/ended-store.ts';
import { type CallEvaluationWork, evaluateCall } from './endings/evaluate-call.ts';
import { settleCalls } from './endings/settle-calls.ts';
import {
  carrierCostJob,
  enqueueForsaken,
  evaluateCallJob,
  settleAgain,
  settleCallsJob,
  tendCallsJob,
} from './jobs.ts';

/** Once a minute. */
export const callSchedules = [settleCallsJob, tendCallsJob].map(({ name }) => ({
  cron: '* * * * *',
  jobName: name,
}));

/** What the worker runs: `short` work, evaluations, which wait for models, and what waits for carriers. */
export function callJobHandlers(
  parts: CallEvaluationWork &
    EndingParts &
    CarrierCostWork & { clock: Clock; log: Log; ownHosts: readonly string[] },
): Record<'short' | 'evaluation' | 'waiting', JobHandler[]> {
  const { database } = parts;
  return {
    short: [
      handleJob(settleCallsJob, async () => {
        if (await settleCalls(parts)) await settleAgain(database, parts.clock);
      }),
      handleJob(tendCallsJob, async () => enqueueForsaken(database, await findUnrecorded(database))),
    ],
    waiting: [handleJob(carrierCostJob, (payload, { signal }) => fetchCarrierCost(parts, payload, signal))],
    evaluation: [handleJob(evaluateCallJob, (payload, job) => evaluateCall(parts, payload, job))],
  };
}
