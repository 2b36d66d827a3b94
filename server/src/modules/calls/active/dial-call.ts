import type { MadeCall } from '../../../agent/made-calls.ts';
import { textValues } from '../../../agent/talk-facts.ts';
import { AppError } from '../../../core/errors.ts';
import { untilStored } from '../../../core/until-stored.ts';
import { RingingRecorder } from '../../../voice/audio/recording/ringing-recorder.ts';
import type { CallAssistant } from '../../../voice/call-host.ts';
import type {
  DialEvent,
  DialFailure,
  OutboundRoute,
  RingingListener,
} from '../../../voice/legs/outbound-route.ts';
import type { RequestHeaders } from '../../../voice/legs/request-headers.ts';
import { isBlacklisted } from '../../blacklist/actions.ts';
import { findExtension } from '../../phone-numbers/sip-trunks/extensions.ts';
import { requireBalanceFor } from '../asking/balance.ts';
import { findAssistant } from '../assistant/assistant-row.ts';
import { callAssistant } from '../assistant/call-assistant.ts';
import { withOverrides } from '../assistant/call-overrides.ts';
import { findOwnCallerNumber } from '../assistant/caller-number.ts';
import type { FailureCause } from '../lifecycle/call-state.ts';
import { type ActiveCall, releaseScheduled } from '../lifecycle/call-store.ts';
import { readEarlierToolCalls } from '../lifecycle/tool-calls.ts';
import { dialFailureCause, dialFailureText, dialOutcome } from '../rules.ts';
import type { ActiveCallDeps } from './active-call-deps.ts';
import { stopOf } from './active-calls.ts';
import { CallHangUps } from './call-hang-ups.ts';
import { recordingSink } from './call-host.ts';
import { PersonInCall, requireDue, requireOpenHours } from './require-due.ts';
import { finish, runAnsweredCall } from './run-answered-call.ts';
import { waitForRate } from './wait-for-rate.ts';

export interface ReadyDial {
  assistant: CallAssistant;
  route: OutboundRoute;
  /** Caller ID. */
  from: string;
}

/**
 * Dials a claimed call once and runs it to its end. Never rejects.
 * @param about `ready`: null to prepare the dial now
 */
export async function dialCall(
  deps: ActiveCallDeps,
  { call, ready }: { call: ActiveCall; ready: ReadyDial | null },
  signal: AbortSignal,
): Promise<void> {
  try {
    const { assistant, ...context } = ready ?? (await prepare(deps, call, signal));
    const pendingHangUps = new CallHangUps(deps, call.id);
    const earlier = earlierToolCalls(deps, call);
    const headers = { own: call.sipHeaders ?? [], values: textValues(assistant.persona) };
    const ringing = assistant.settings.record ? new RingingRecorder() : null;
    const outcome = await dial(deps, call, { ...context, headers, pendingHangUps, ringing, signal });
    if (outcome.type === 'failed') {
      if (ringing !== null) keepAnnouncement(deps, call, { ringing, failure: outcome.failure });
      const stopped = stopOf(signal);
      const reason = stopped?.reason ?? dialFailureText(outcome.failure, outcome.reason);
      const cause = stopped === null ? dialFailureCause(outcome.failure) : (stopped.cause ?? 'account');
      return await giveUp(deps, call, {
        outcome: dialOutcome(outcome.failure),
        reason,
        code: outcome.code,
        cause,
      });
    }
    const { leg, carrierCallId } = outcome;
    const earlierCalls = await earlier;
    await runAnsweredCall(
      deps,
      { call, assistant, leg, carrierCallId, pendingHangUps, earlierCalls, ringing },
      signal,
    );
  } catch (error) {
    if (error instanceof PersonInCall && (await releaseCall(deps, call))) return;
    if (!(error instanceof AppError)) {
      deps.log.error({ error, call: call.id }, 'A call could not be dialed.');
      if (await releaseCall(deps, call)) return;
    }
    const reason = error instanceof AppError ? error.message : 'The call failed on our side.';
    const cause = error instanceof AppError ? 'account' : 'process';
    await giveUp(deps, call, { outcome: 'failed', reason, code: null, cause });
  }
}

/**
 * Releases a scheduled call that could not begin, for example because the person is in another call. False if it has begun or is
 * not a scheduled one. Never rejects.
 */
async function releaseCall(deps: ActiveCallDeps, call: ActiveCall): Promise<boolean> {
  if (call.schedule == null) return false;
  const { database, processId, log } = deps;
  try {
    const release = { callId: call.id, processId };
    return await untilStored(deps, { what: 'The release of a scheduled call' }, () =>
      releaseScheduled(database, release),
    );
  } catch (error) {
    // Other processes take the call once this process is dead.
    log.error({ error, call: call.id }, 'A scheduled call could not be released.');
    return true;
  }
}

/** Never rejects. */
async function earlierToolCalls({ database, log }: ActiveCallDeps, call: ActiveCall): Promise<MadeCall[]> {
  if (call.isContinued !== true) return [];
  try {
    return await readEarlierToolCalls(database, call);
  } catch (error) {
    log.warn({ error, call: call.id }, 'The tool calls of an earlier call could not be read.');
    return [];
  }
}

/** Looks up assistant, route and caller ID, and waits for the carrier's rate limit, which extensions do not have. */
async function prepare(deps: ActiveCallDeps, call: ActiveCall, signal: AbortSignal): Promise<ReadyDial> {
  const { database, routeOf, prices, ownHosts } = deps;
  const { userId, assistantId, phoneNumberId } = call;
  await requireDue(deps, call);
  // The balance may have been spent while the call waited.
  await requireBalanceFor(database, prices, call);
  const row = await findAssistant(database, { userId, id: assistantId });
  if (row === null) throw new AppError('unavailable', 'The assistant of this call was deleted.');
  if (row.type !== 'outbound') {
    throw new AppError('unavailable', 'The assistant of this call is no longer an outbound one.');
  }
  const assistant = await callAssistant(deps, withOverrides(deps.catalog, row, call.overrides), call);
  const number = await findOwnCallerNumber(database, { userId, id: phoneNumberId, phoneNumber: null });
  if (number === null) throw new AppError('unavailable', 'The phone number of this call was released.');
  const named = call.clientPhone ?? '';
  const extension = await findExtension(database, { userId, named, ownHosts });
  const route = await routeOf(extension ?? number);
  if (route === null)
    throw new AppError('unavailable', 'The carrier of the phone number is not configured on this server.');
  if (extension === null) await waitForRate(deps, number, signal);
  // The number may have been blacklisted while the call waited.
  if (await isBlacklisted(database, { userId, phoneNumber: named })) {
    throw new AppError('invalid', "This phone number is on the account's do-not-call list.");
  }
  requireOpenHours(deps, call, number);
  return { assistant, route, from: number.phone_number };
}

type Dialed = Extract<DialEvent, { type: 'answered' | 'failed' }>;

const CANCELED: Dialed = { type: 'failed', failure: 'canceled', code: null, reason: 'Canceled.' };

interface DialContext {
  route: OutboundRoute;
  from: string;
  headers: RequestHeaders;
  pendingHangUps: CallHangUps;
  ringing: RingingRecorder | null;
  signal: AbortSignal;
}

function dial(
  deps: ActiveCallDeps,
  call: ActiveCall,
  { route, from, headers, pendingHangUps, ringing, signal }: DialContext,
): Promise<Dialed> {
  const { attemptId, ringingTimeMs, clientPhone: to } = call;
  // The call may have been ended while it waited for the rate limit.
  if (signal.aborted) return Promise.resolve(CANCELED);
  return new Promise((resolve) => {
    const requested = { attemptId, from, to: to ?? '', ringingTimeMs, headers };
    const recorded: RingingListener | undefined =
      ringing === null ? undefined : (samples, atMs, rateHz) => ringing.frame(samples, atMs, rateHz);
    const stores = { isStored: true, storePendingHangUps: pendingHangUps.store };
    const request = { ...requested, ...stores, ringing: recorded };
    const dialing = route.dial(request, (event) => {
      // Not awaited: ringing must not delay the call.
      if (event.type === 'ringing') void noteRinging(deps, call, pendingHangUps);
      else resolve(event);
    });
    pendingHangUps.trackUnanswered(dialing);
    signal.addEventListener('abort', () => dialing.cancel(), { once: true });
  });
}

/** The last part of the audio before the end of an unanswered call, long enough for an announcement. */
const ANNOUNCEMENT_MS = 20_000;

/** Stores what the network said about a call that failed. Calls that only rang keep nothing but their outcome. */
function keepAnnouncement(
  deps: ActiveCallDeps,
  call: ActiveCall,
  { ringing, failure }: { ringing: RingingRecorder; failure: DialFailure },
): void {
  const before = ringing.take(deps.clock.monotonicMs(), { rateHz: null, maxMs: ANNOUNCEMENT_MS });
  if (before === null || failure === 'no-answer' || failure === 'canceled') return;
  recordingSink(deps, call, { sampleRateHz: before.rateHz, before }).storeBefore();
}

/** Stores that a call is ringing. Never rejects. */
export async function noteRinging(
  { clock, log, batched }: ActiveCallDeps,
  call: ActiveCall,
  pendingHangUps: CallHangUps,
): Promise<void> {
  const at = clock.now();
  await pendingHangUps
    .storedBy((pendingHangUp) => batched.storeRinging({ callId: call.id, at, pendingHangUp }))
    .catch((error: unknown) =>
      log.warn({ error, call: call.id }, 'The ringing state of a call could not be stored.'),
    );
}

/** Ends an unanswered call. */
export async function giveUp(
  deps: ActiveCallDeps,
  call: ActiveCall,
  about: {
    outcome: 'busy' | 'no-answer' | 'failed';
    reason: string;
    code: string | null;
    cause: FailureCause | null;
  },
): Promise<void> {
  const { code: failureCode, ...told } = about;
  const change = { type: 'not-reached', ...told, at: deps.clock.now() } as const;
  await finish(deps, call, { change, answeredBy: null, failureCode });
}
