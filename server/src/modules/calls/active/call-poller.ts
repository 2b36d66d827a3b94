import { systemClock } from '../../../core/clock.ts';
import { startTicker, type Ticker } from '../../../jobs/ticker.ts';
import { endCall } from '../endings/end-call.ts';
import { sendPendingHangUps } from '../endings/send-hang-ups.ts';
import { heartbeat } from '../lifecycle/call-store.ts';
import type { ActiveCallDeps } from './active-call-deps.ts';
import { dialCall } from './dial-call.ts';
import { LostCalls } from './lost-calls.ts';
import { takeDials } from './take-dials.ts';

const TICK_MS = 1000;
const LOST = 'The database connection was lost while the call was being accepted.';

export interface CallPoller {
  /** Polls now: a call may be waiting to be dialed or ended. */
  poll(): void;
  stop(): Promise<void>;
}

/**
 * Every second, and when notified: dials waiting calls, ends calls on request, renews the heartbeat, sends pending
 * hang-ups of dead processes, and flushes call records.
 */
export function startCallPoller(deps: ActiveCallDeps): CallPoller {
  const { writer, log } = deps;
  const lost = new LostCalls(deps.clock);
  let polling: Promise<void> | null = null;
  let isPollAgain = false;
  const pollOnce = async (): Promise<void> => {
    do {
      isPollAgain = false;
      const sendPendingHangUp = deps.sendPendingHangUp();
      const { isHangUpDue } = await reconcileCalls(deps, lost);
      if (isHangUpDue && sendPendingHangUp !== null) await sendPendingHangUps(deps, sendPendingHangUp);
      await takeDials(deps, (call, signal) => dialCall(deps, { call, ready: null }, signal));
    } while (isPollAgain);
  };
  const poll = (): Promise<void> => {
    isPollAgain = true;
    polling ??= pollOnce().finally(() => {
      polling = null;
    });
    return polling;
  };
  const ticker: Ticker = startTicker({
    name: 'calls',
    intervalMs: TICK_MS,
    clock: systemClock,
    log,
    work: async () => {
      await poll();
      await writer.flush();
    },
  });
  return {
    poll: () =>
      void poll().catch((error: unknown) => log.warn({ error }, 'Polling for waiting calls failed.')),
    stop: async () => {
      await ticker.stop();
      await polling?.catch(() => undefined);
      await writer.flush();
    },
  };
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
