import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Notifier } from '../../../work/notifier.ts';
import { type AbandonedCall, findAbandoned } from '../lifecycle/abandoned-calls.ts';
import type { CallChange } from '../lifecycle/call-state.ts';
import { storePendingHangUps } from '../lifecycle/pending-hang-ups.ts';
import { awaitPendingHangUps } from './await-hang-ups.ts';
import { endCall } from './end-call.ts';
import { type EndBatchDeps, endCallBatch } from './end-call-batch.ts';

const REASONS: Record<AbandonedCall['kind'], string> = {
  dead: 'The process that handled the call ended unexpectedly.',
  unclaimed: 'No process was available to take the call.',
  unwanted: 'The call was canceled before it began.',
  unvisited: 'The browser did not connect to the web call in time.',
};

const CALLS_PER_BATCH = 100;

type SettlingDeps = Omit<EndBatchDeps, 'processId'> & {
  clock: Clock;
  log: Log;
  notifier: Pick<Notifier, 'notifyAll'>;
  /**
   * Host names and addresses of this installation in lower case. A SIP address with one of them may be an extension.
   */
  ownHosts: readonly string[];
};

interface Settled {
  /** Calls that still have to be ended one by one. */
  left: readonly AbandonedCall[];
  /** True if a carrier may still answer a hang-up, so that the calls are checked again soon. */
  isWaiting: boolean;
}

/**
 * Ends abandoned calls. Safe to run concurrently: each call is ended once.
 * @returns whether to run again soon
 */
export async function settleCalls(deps: SettlingDeps): Promise<boolean> {
  let isAnyWaiting = false;
  const abandoned = await findAbandoned(deps.database, deps.clock.now());
  const byHolder = Map.groupBy(abandoned, ({ processId }) => processId);
  for (const [processId, calls] of byHolder) {
    const { left, isWaiting } =
      processId === null ? { left: calls, isWaiting: false } : await endCallBatches(deps, processId, calls);
    isAnyWaiting ||= isWaiting;
    for (const call of left) {
      const about = { userId: call.userId, callId: call.id };
      const heldBy = processId === null ? 'nobody' : { processId };
      // Repeated, because the batch may have failed; duplicates have no effect.
      if (processId !== null) await storePendingHangUps(deps, { processId, callIds: [call.id] });
      await endCall(deps, { ...about, heldBy }, changeOf(call));
    }
    if (processId !== null && !isWaiting)
      deps.log.warn({ calls: calls.length }, 'Calls of a dead process were ended.');
  }
  return isAnyWaiting;
}

/** Ends calls in batches, so that their slots become free soon. */
async function endCallBatches(
  deps: SettlingDeps,
  processId: string,
  calls: readonly AbandonedCall[],
): Promise<Settled> {
  const left: AbandonedCall[] = [];
  let isWaiting = false;
  for (let at = 0; at < calls.length; at += CALLS_PER_BATCH) {
    const some = calls.slice(at, at + CALLS_PER_BATCH);
    let over = some;
    try {
      const callIds = some.map(({ id }) => id);
      await storePendingHangUps(deps, { processId, callIds });
      const waiting = await awaitPendingHangUps(deps, callIds);
      over = some.filter(({ id }) => !waiting.has(id));
      isWaiting ||= waiting.size > 0;
      if (over.length === 0) continue;
      const ends = over.map((call) => ({
        callId: call.id,
        change: changeOf(call),
        answeredBy: null,
        failureCode: null,
      }));
      const toBePaid = await endCallBatch({ ...deps, processId }, ends);
      left.push(...over.filter(({ id }) => toBePaid.has(id)));
    } catch (error) {
      deps.log.warn(
        { error },
        'Calls of a dead process could not be ended in a batch; ending them one by one.',
      );
      left.push(...over);
    }
  }
  return { left, isWaiting };
}

function changeOf({ kind, seenAt }: AbandonedCall): CallChange {
  const cause = kind === 'dead' || kind === 'unclaimed' ? 'process' : 'account';
  return { type: 'broke', at: seenAt, reason: REASONS[kind], cause };
}
