import type { MadeCall } from '../../../agent/made-calls.ts';
import { messageOf } from '../../../core/errors.ts';
import { untilStored } from '../../../core/until-stored.ts';
import type { RingingRecorder } from '../../../voice/audio/recording/ringing-recorder.ts';
import type { AnsweredBy, CallEvent, CallOutcome } from '../../../voice/call-event.ts';
import type { CallAssistant } from '../../../voice/call-host.ts';
import type { MediaLeg } from '../../../voice/legs/media-leg.ts';
import { hasMaskedKeys } from '../../../voice/session/keypad-mask.ts';
import type { AnsweredCall } from '../../../voice/voice-services.ts';
import { lockBalance } from '../../accounts/balance/charge.ts';
import { chargeMinute, endCall } from '../endings/end-call.ts';
import { type CallChange, type FailureCause, isOver } from '../lifecycle/call-state.ts';
import { type ActiveCall, lockState, noteCall } from '../lifecycle/call-store.ts';
import type { LiveCall } from '../live/live-calls.ts';
import { minuteDueMs } from '../rules.ts';
import type { ActiveCallDeps } from './active-call-deps.ts';
import { type CallStop, CallStopped, stopOf } from './active-calls.ts';
import type { Begun } from './begin-call-batch.ts';
import type { CallHangUps } from './call-hang-ups.ts';
import { calledFor, callHost } from './call-host.ts';

interface AnsweredLeg {
  call: ActiveCall;
  assistant: CallAssistant;
  leg: MediaLeg;
  carrierCallId: string | null;
  pendingHangUps: CallHangUps;
  /** Tool calls of earlier calls with the customer that broke off. */
  earlierCalls?: readonly MadeCall[];
  /** Receives the call's events in addition to storage. Must not throw. */
  observe?: (event: CallEvent) => void;
  /** Present in recorded calls that we dialed. */
  ringing?: RingingRecorder | null;
}

type BeginningLeg = Pick<AnsweredLeg, 'call' | 'carrierCallId' | 'pendingHangUps'> & { answeredAt: Date };

/** Runs an answered call to its end, open to supervisors. */
export async function runAnsweredCall(
  deps: ActiveCallDeps,
  about: AnsweredLeg,
  signal: AbortSignal,
): Promise<void> {
  const live = deps.live.begin(about.call);
  try {
    await runLiveCall(deps, { ...about, live }, signal);
  } finally {
    deps.live.end(live);
  }
}

/**
 * Runs a call from answer to end: charges its minutes, stores its events, and ends it once. The greeting does not wait
 * for the database: a call that cannot begin is ended as soon as the database responds.
 */
async function runLiveCall(
  deps: ActiveCallDeps,
  about: AnsweredLeg & { live: LiveCall },
  signal: AbortSignal,
): Promise<void> {
  const { call, assistant, leg, pendingHangUps, live, earlierCalls = [], observe = () => undefined } = about;
  const { clock } = deps;
  const answeredAt = clock.now();
  pendingHangUps.trackLeg(leg);
  const over = new AbortController();
  const refused = new AbortController();
  const spent = new AbortController();
  const onUnpaid = (): void => spent.abort(new CallStopped({ reason: NO_BALANCE, cause: 'account' }));
  const paying = beginAndPay(deps, { ...about, answeredAt, onUnpaid, over: over.signal });
  // Keys pressed with a built-in tool must be pressed again, and masked ones are unknown.
  const toolNames = new Set(assistant.tools.map(({ description }) => description.name));
  const continued = earlierCalls.filter(
    ({ name, arguments: given }) => toolNames.has(name) && !hasMaskedKeys(given),
  );
  void paying.begun.then((how) => how !== 'begun' && refused.abort());
  const outcome = await run(deps, {
    leg,
    direction: call.type,
    assistant: calledFor(call, assistant),
    host: callHost(deps, {
      call,
      answeredAt,
      pendingHangUps,
      observe,
      earlierCalls: continued,
      feed: live.feed,
      ringing: about.ringing ?? null,
    }),
    signal: AbortSignal.any([signal, refused.signal]),
    endGracefully: spent.signal,
    started: (session) => {
      live.session = session;
    },
    ended: () => over.abort(),
  });
  // Later requests to stop the call have no effect.
  const stopped = stopOf(signal) ?? stopOf(spent.signal);
  over.abort();
  leg.hangUp();
  const begun = await paying.begun;
  await paying.done;
  if (begun !== 'begun') {
    const reason = begun === 'unpaid' ? NO_BALANCE : 'The call failed on our side.';
    const cause = begun === 'unpaid' ? 'account' : 'process';
    return finish(deps, call, {
      change: { type: 'broke', at: clock.now(), reason, cause, answeredAt },
      answeredBy: outcome.answeredBy,
    });
  }
  // Excludes the time that closing takes.
  const at = new Date(answeredAt.getTime() + outcome.durationMs);
  await finish(deps, call, {
    change: { type: 'ended', ...endOf(outcome, stopped), at },
    answeredBy: outcome.answeredBy,
  });
}

/** `done` resolves when charging has stopped. Neither `begun` nor `done` rejects. */
function beginAndPay(
  deps: ActiveCallDeps,
  about: BeginningLeg & { onUnpaid(): void; over: AbortSignal },
): { begun: Promise<Begun>; done: Promise<void> } {
  const { call, onUnpaid, over } = about;
  const { clock } = deps;
  const beganMs = clock.monotonicMs();
  const begun = begin(deps, about);
  const pay = async (): Promise<void> => {
    if ((await begun) !== 'begun') return;
    await payMinutes(deps, { call, beganMs, onUnpaid }, over);
  };
  return { begun, done: pay() };
}

/** Never rejects. */
async function run(
  { runCall, voice, log, clock }: ActiveCallDeps,
  answered: AnsweredCall,
): Promise<CallOutcome> {
  const beganMs = clock.monotonicMs();
  try {
    return await runCall(voice, answered);
  } catch (error) {
    log.error({ error }, 'A call failed on our side.');
    const durationMs = clock.monotonicMs() - beganMs;
    const reason = 'The call failed on our side.';
    return { status: 'failed', reason, failedBy: 'assistant', durationMs, answeredBy: null };
  }
}

const BLAMED = { line: 'carrier', assistant: 'assistant' } as const;

/**
 * A call that was stopped counts as completed, with the reason of the stop. It has a failure cause only if the other
 * side had not ended it before.
 */
function endOf(
  { status, reason, failedBy }: CallOutcome,
  stopped: CallStop | null,
): { outcome: CallOutcome['status']; reason: string; cause: FailureCause | null } {
  if (stopped !== null) {
    const isCutOff = status === 'completed' || status === 'failed';
    return { outcome: 'completed', reason: stopped.reason, cause: isCutOff ? stopped.cause : null };
  }
  return { outcome: status, reason, cause: failedBy === undefined ? null : BLAMED[failedBy] };
}

/** Charges the first minute with the answer. Never rejects. */
async function begin(
  { batched, log }: ActiveCallDeps,
  { call, carrierCallId, pendingHangUps, answeredAt: at }: BeginningLeg,
): Promise<Begun> {
  const { id: callId, userId } = call;
  try {
    return await pendingHangUps.storedBy((pendingHangUp) =>
      batched.storeAnswer({ callId, userId, at, carrierCallId, pendingHangUp }),
    );
  } catch (error) {
    log.error({ error: messageOf(error), call: callId }, 'A call could not be started.');
    return 'gone';
  }
}

/** Retried as long as the process lives: only this process knows the outcome. */
const CALL = { what: 'The outcome of a call' };

/** Ends a call of this process. Stores its records first, because the evaluation reads them. */
export async function finish(
  deps: ActiveCallDeps,
  call: ActiveCall,
  end: { change: CallChange; answeredBy: AnsweredBy | null; failureCode?: string | null },
): Promise<void> {
  const { database, processId, log } = deps;
  const { id: callId, userId } = call;
  const { answeredBy, failureCode = null } = end;
  try {
    await untilStored(deps, CALL, () => deps.writer.flush());
    const ended = { callId, change: end.change, answeredBy, failureCode };
    if (await untilStored(deps, CALL, () => deps.batched.storeEnd(ended))) return;
    await untilStored(deps, CALL, () => noteCall(database, callId, { answeredBy, failureCode }));
    await untilStored(deps, CALL, () => endCall(deps, { userId, callId, heldBy: { processId } }, end.change));
  } catch (error) {
    // Other processes end the call once this process is dead.
    log.error({ error, call: callId }, 'The end of a call could not be stored.');
  }
}

const NO_BALANCE = 'The account balance is used up.';

/**
 * Charges every minute after the first as it begins, until `signal` aborts or this process no longer owns the call.
 * Never rejects: a failed charge is retried when the call ends.
 */
async function payMinutes(
  deps: ActiveCallDeps,
  { call, beganMs, onUnpaid }: { call: ActiveCall; beganMs: number; onUnpaid(): void },
  signal: AbortSignal,
): Promise<void> {
  const { clock, log } = deps;
  for (let minute = 2; !signal.aborted; minute += 1) {
    try {
      await clock.sleep(beganMs + minuteDueMs(minute) - clock.monotonicMs(), signal);
      const outcome = await payMinute(deps, call, minute);
      if (outcome === 'lost') return;
      if (outcome === 'unpaid') return onUnpaid();
    } catch (error) {
      if (!signal.aborted)
        log.warn(
          { error, call: call.id },
          'A call minute could not be charged; it will be charged when the call ends.',
        );
    }
  }
}

/** `lost`: another process has ended the call, so the minute never began. */
function payMinute(
  { database, prices, processId }: ActiveCallDeps,
  { id: callId, userId }: ActiveCall,
  minute: number,
): Promise<'paid' | 'unpaid' | 'lost'> {
  return database.transaction(async (transaction) => {
    // Lock order for all charges: accounts, then calls.
    await lockBalance(transaction, userId);
    const state = await lockState(transaction, { callId, heldBy: { processId } });
    if (state === null || isOver(state)) return 'lost';
    return chargeMinute(transaction, { userId, callId, minute, priceMicros: prices.callMinuteMicros });
  });
}
