import { systemClock } from '../../../core/clock.ts';
import { startTicker, type Ticker } from '../../../jobs/ticker.ts';
import { endCall } from '../endings/end-call.ts';
import { sendPendingHangUps } from '../endings/send-hang-ups.ts';
import { undoClaims } from '../endings/undo-claims.ts';
import { showAlive } from '../lifecycle/call-store.ts';
import { dialCall } from './dial-call.ts';
import type { HoldingDeps } from './holding-deps.ts';
import { LostCalls } from './lost-calls.ts';
import { takeDials } from './take-dials.ts';

const TICK_MS = 1000;
const LOST = 'The database went away while the call was taken.';

export interface CallPoller {
  /** Something may wait to be dialled or to end. */
  look(): void;
  stop(): Promise<void>;
}

/**
 * What a process that holds calls does beside them: takes calls that wait to be dialled, hears of those that are to end,
 * shows that it is alive, and stores what happened.
 */
export function startCallPoller(deps: HoldingDeps): CallPoller {
  const { writer, log } = deps;
  const lost = new LostCalls(deps.clock);
  let looking: Promise<void> | null = null;
  let isAskedAgain = false;
  const lookOnce = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      const bid = deps.sendPendingHangUp();
      const { isHangUpDue } = await hearOfCalls(deps, lost);
      if (isHangUpDue && bid !== null) await sendPendingHangUps(deps, bid);
      await takeDials(deps, (call, signal) => dialCall(deps, { call, ready: null }, signal));
    } while (isAskedAgain);
  };
  const look = (): Promise<void> => {
    isAskedAgain = true;
    looking ??= lookOnce().finally(() => {
      looking = null;
    });
    return looking;
  };
  const ticker: Ticker = startTicker({
    ...{ name: 'calls', intervalMs: TICK_MS, clock: systemClock, log },
    work: async () => {
      await look();
      await writer.flush();
    },
  });
  return {
    look: () =>
      void look().catch((error: unknown) => log.warn({ error }, 'Calls that wait were not looked for.')),
    stop: async () => {
      await ticker.stop();
      await looking?.catch(() => undefined);
      await writer.flush();
    },
  };
}

/** Ends calls that somebody wants to end, those that others have taken for lost, and those that were lost here. */
async function hearOfCalls(deps: HoldingDeps, lost: LostCalls): Promise<{ isHangUpDue: boolean }> {
  const { database, processId, calls, log, clock } = deps;
  const before = calls.ids;
  const { calls: shown, isHangUpDue } = await showAlive(database, processId);
  const known = new Set(shown.map(({ id }) => id));
  const hungUp = { reason: 'The account ended the call.', cause: null };
  for (const { id, isHangUp } of shown) if (isHangUp) calls.stop(id, hungUp);
  const taken = { reason: 'The call was taken for lost.', cause: 'process' } as const;
  for (const id of before) if (!known.has(id)) calls.stop(id, taken);
  const held = new Set(calls.ids);
  const change = { type: 'broke', at: clock.now(), reason: LOST, cause: 'process' } as const;
  const gone = lost.among(shown.filter(({ id }) => !held.has(id)));
  const undone =
    gone.length === 0 ? null : await undoClaims(deps, { processId, callIds: gone.map(({ id }) => id) });
  for (const { id: callId, userId } of gone) {
    if (undone?.has(callId) === true) continue;
    log.warn({ call: callId }, 'A call of this process that it does not hold is ended.');
    await endCall(deps, { userId, callId, heldBy: { processId } }, change);
  }
  return { isHangUpDue };
}
