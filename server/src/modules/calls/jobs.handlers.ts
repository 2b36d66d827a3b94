import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { handleJob, type JobHandler } from '../../work/define-job.ts';
import type { Notifier } from '../../work/notifier.ts';
import { type CarrierCostWork, fetchCarrierCost } from './endings/carrier-cost.ts';
import type { EndingDeps } from './endings/end-call.ts';
import { findUnrecorded } from './endings/ended-store.ts';
import { type CallEvaluationWork, evaluateCall } from './endings/evaluate-call.ts';
import { settleCalls } from './endings/settle-calls.ts';
import {
  carrierCostJob,
  enqueueAbandoned,
  evaluateCallJob,
  settleAgain,
  settleCallsJob,
  tendCallsJob,
} from './jobs.ts';

/** Jobs that run once a minute. */
export const callSchedules = [settleCallsJob, tendCallsJob].map(({ name }) => ({
  cron: '* * * * *',
  jobName: name,
}));

/** Handlers by queue: `evaluation` jobs wait for models, `waiting` jobs for carriers. */
export function callJobHandlers(
  deps: CallEvaluationWork &
    EndingDeps &
    CarrierCostWork & { clock: Clock; log: Log; notifier: Notifier; ownHosts: readonly string[] },
): Record<'short' | 'evaluation' | 'waiting', JobHandler[]> {
  const { database } = deps;
  return {
    short: [
      handleJob(settleCallsJob, async () => {
        if (await settleCalls(deps)) await settleAgain(database, deps.clock);
      }),
      handleJob(tendCallsJob, async () => enqueueAbandoned(database, await findUnrecorded(database))),
    ],
    waiting: [handleJob(carrierCostJob, (payload, { signal }) => fetchCarrierCost(deps, payload, signal))],
    evaluation: [handleJob(evaluateCallJob, (payload, job) => evaluateCall(deps, payload, job))],
  };
}
