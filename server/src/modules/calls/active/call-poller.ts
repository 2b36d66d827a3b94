import { systemClock } from '../../../core/clock.ts';
import { type Loop, startLoop } from '../../../work/loop.ts';
import { endCall } from '../endings/end-call.ts';
import { sendPendingHangUps } from '../endings/send-hang-ups.ts';
import { heartbeat } from '../lifecycle/call-store.ts';
import type { ActiveCallDeps } from './active-call-deps.ts';
import { dialCall } from './dial-call.ts';
import { LostCalls } from './lost-calls.ts';
import { takeDials } from './take-dials.ts';

const INTERVAL_MS = 1000;
const LOST = 'The database connection was lost while the call was being accepted.';

/**
 * Every second, and when notified: dials waiting calls, ends calls on request, renews the heartbeat, and sends pending
 * hang-ups of dead processes.
 */
export function startCallPoller(deps: ActiveCallDeps): Loop {
  const lost = new LostCalls(deps.clock);
  return startLoop({
    name: 'calls',
    intervalMs: INTERVAL_MS,
    clock: systemClock,
    log: deps.log,
    work: async () => {
      const sendPendingHangUp = deps.sendPendingHangUp();
      const { isHangUpDue } = await reconcileCalls(deps, lost);
      if (isHangUpDue && sendPendingHangUp !== null) await sendPendingHangUps(deps, sendPendingHangUp);
      await takeDials(deps, (call, signal) => dialCall(deps, { call, ready: null }, signal));
    },
  });
}

/** Stores call records every second, in batches. */
export function startCallWriter({ writer, log }: Pick<ActiveCallDeps, 'writer' | 'log'>): Loop {
  return startLoop({
    name: 'call records',
    intervalMs: INTERVAL_MS,
    clock: systemClock,
    log,
    work: () => writer.flush(),
  });
}

/** Ends calls whose end was requested, that other processes took over, or that this process lost. */
async function reconcileCalls(deps: ActiveCallDeps, lost: LostCalls): Promise<{ isHangUpDue: boolean }> {
  const { database, processId, calls, log, clock } = deps;
  const before = calls.ids;
  const { calls: shown, isHangUpDue } = await heartbeat(database, processId);
  const known = new Set(shown.map(({ id }) => id));
  const hungUp = { reason: 'The account ended the call.', cause: null };
  for (const { id, isHangUp } of shown) if (isHangUp) calls.stop(id, hungUp);
  const taken = { reason: 'Another process marked the call as lost.', cause: 'process' } as const;
  for (const id of before) if (!known.has(id)) calls.stop(id, taken);
  const active = new Set(calls.ids);
  const change = { type: 'broke', at: clock.now(), reason: LOST, cause: 'process' } as const;
  const gone = lost.among(shown.filter(({ id }) => !active.has(id)));
  for (const { id: callId, userId } of gone) {
    log.warn({ call: callId }, 'Ending a lost call.');
    await endCall(deps, { userId, callId, heldBy: { processId } }, change);
  }
  return { isHangUpDue };
}
