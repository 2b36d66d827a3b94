import { createBatcher } from '../../../core/batcher.ts';
import { type Clock, systemClock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Database } from '../../../db/client.ts';
import { type Loop, startLoop } from '../../../work/loop.ts';
import { endCall } from '../endings/end-call.ts';
import {
  type ActiveCall,
  claimDials,
  countDials,
  heartbeat,
  releaseScheduled,
} from '../lifecycle/call-store.ts';
import {
  claimPendingHangUps,
  type PendingHangUp,
  settlePendingHangUps,
} from '../lifecycle/pending-hang-ups.ts';
import type { ActiveCallDeps } from './active-call-deps.ts';
import { dialCall } from './dial-call.ts';
import { fillSlots } from './fill-slots.ts';

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

/**
 * Ends calls whose end was requested, that other processes took over, or that this process lost. A lost scheduled call
 * was not dialed and is released.
 */
async function reconcileCalls(deps: ActiveCallDeps, lost: LostCalls): Promise<{ isHangUpDue: boolean }> {
  const { database, processId, calls, live, log, clock } = deps;
  const before = calls.ids;
  const { calls: shown, isHangUpDue } = await heartbeat(database, processId);
  const known = new Set(shown.map(({ id }) => id));
  const hungUp = { reason: 'The account ended the call.', cause: null };
  for (const { id, isHangUp, message } of shown) {
    if (isHangUp && (message === null || !live.hangUp(id, message))) calls.stop(id, hungUp);
  }
  const taken = { reason: 'Another process marked the call as lost.', cause: 'process' } as const;
  for (const id of before) if (!known.has(id)) calls.stop(id, taken);
  const active = new Set(calls.ids);
  const change = { type: 'broke', at: clock.now(), reason: LOST, cause: 'process' } as const;
  const gone = lost.among(shown.filter(({ id }) => !active.has(id)));
  for (const { id: callId, userId } of gone) {
    if (await releaseScheduled(database, { callId, processId })) continue;
    log.warn({ call: callId }, 'Ending a lost call.');
    await endCall(deps, { userId, callId, heldBy: { processId } }, change);
  }
  return { isHangUpDue };
}

/** A claimed call starts as soon as the database responds; after this long the response counts as lost. */
const LOST_AFTER_MS = 20_000;

/**
 * Detects calls that are stored as owned by this process but not running here: the response to their claim was lost
 * with a connection. A claim in flight looks the same, so a call counts only after 20 seconds.
 */
export class LostCalls {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #firstSeenMs = new Map<number, number>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** @param unheld calls of this process that are not running here */
  among<Call extends { id: number }>(unheld: readonly Call[]): Call[] {
    const nowMs = this.#clock.monotonicMs();
    this.#firstSeenMs = new Map(unheld.map(({ id }) => [id, this.#firstSeenMs.get(id) ?? nowMs]));
    return unheld.filter(({ id }) => nowMs - (this.#firstSeenMs.get(id) ?? nowMs) >= LOST_AFTER_MS);
  }
}

const MAX_DIALS_PER_CLAIM = 20;

/** Claims waiting outbound calls within the free capacity and runs them with `dial`. */
export async function takeDials(
  deps: Pick<ActiveCallDeps, 'processId' | 'calls' | 'planned' | 'clock'> & {
    database: Pick<ActiveCallDeps['database'], 'query'>;
  },
  dial: (call: ActiveCall, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { database, processId, calls, planned, clock } = deps;
  const now = clock.now();
  // Count first: while unneeded slots are reserved, inbound calls would be refused.
  const wanted = await countDials(database, { now, max: MAX_DIALS_PER_CLAIM });
  const waiting = calls.reserve(wanted.waiting);
  const dueInAll = wanted.due.reduce((sum, ofAccount) => sum + ofAccount.wanted, 0);
  const slots = planned.reserve(Math.min(dueInAll, MAX_DIALS_PER_CLAIM - waiting));
  if (waiting + slots === 0) return;
  const shares = fillSlots(slots, wanted.due, Math.floor(now.getTime() / INTERVAL_MS));
  const due = wanted.due.map(({ userId }, index) => ({ userId, slots: shares[index] ?? 0 }));
  let taken: ActiveCall[] = [];
  try {
    taken = await claimDials(database, { processId, now, waiting, due });
  } finally {
    const scheduled = taken.filter(isScheduled).length;
    calls.release(waiting - (taken.length - scheduled));
    planned.release(slots - scheduled);
  }
  for (const call of taken) {
    (isScheduled(call) ? planned : calls).run(call.id, (signal) => dial(call, signal));
  }
  if (taken.length === MAX_DIALS_PER_CLAIM) await takeDials(deps, dial);
}

function isScheduled({ schedule }: ActiveCall): boolean {
  return schedule != null;
}

/**
 * Sends pending hang-ups of dead processes. Resolves when they are sent; answers are awaited in the background and
 * stored as they arrive. Unanswered ones are retried when their lease expires.
 * @param send sends one hang-up; resolves with true if it was answered; never rejects
 */
async function sendPendingHangUps(
  { database, log, processId }: { database: Database; log: Log; processId: string },
  send: (pendingHangUp: string) => Promise<boolean>,
): Promise<void> {
  const taken = await claimPendingHangUps(database, processId);
  if (taken.length === 0) return;
  const settle = createBatcher(async (said: readonly (PendingHangUp & { isAnswered: boolean })[]) => {
    await settlePendingHangUps(database, said);
    return said.map(({ isAnswered }) => isAnswered);
  });
  const said = taken.map(async (pending) =>
    settle({ ...pending, isAnswered: await send(pending.pendingHangUp) }),
  );
  void Promise.all(said).then(
    (all) => {
      const answered = all.filter(Boolean).length;
      log.info({ answered, of: all.length }, 'Pending hang-ups of a dead process were sent.');
    },
    (error: unknown) => log.warn({ error }, 'Sent hang-ups could not be settled; they will be sent again.'),
  );
}
