import { AppError } from '../../../core/errors.ts';
import type { CallAssistant } from '../../../voice/call-host.ts';
import type { DialEvent, OutboundRoute } from '../../../voice/legs/outbound-route.ts';
import { isBlacklisted } from '../../blacklist/actions.ts';
import { findExtension } from '../../phone-numbers/actions.ts';
import { requireBalanceFor } from '../asking/balance.ts';
import { findAssistant } from '../assistant/assistant-row.ts';
import { callAssistant } from '../assistant/call-assistant.ts';
import { findOwnCallerNumber } from '../assistant/caller-number.ts';
import type { FailureCause } from '../lifecycle/call-state.ts';
import type { HeldCall } from '../lifecycle/call-store.ts';
import { dialFailureCause, dialFailureText, dialOutcome } from '../rules.ts';
import { CallHangUps } from './call-hang-ups.ts';
import { stopOf } from './held-calls.ts';
import { finish, holdAnswered } from './hold-answered.ts';
import type { HoldingDeps } from './holding-deps.ts';
import { waitForPace } from './wait-for-pace.ts';

/** What a dial needs beside its call. */
export interface ReadyDial {
  assistant: CallAssistant;
  route: OutboundRoute;
  /** The number that the call shows. */
  from: string;
}

/**
 * Dials a call that this process has claimed, once, and holds it to its end. Never rejects.
 * @param about `ready` null: it is looked up now; `due` resolves when it is to be dialled, with false where it is no call any more,
 *   and never rejects; absent: now
 */
export async function dialCall(
  deps: HoldingDeps,
  { call, ready, due }: { call: HeldCall; ready: ReadyDial | null; due?: Promise<boolean> | undefined },
  signal: AbortSignal,
): Promise<void> {
  try {
    const { assistant, ...way } = ready ?? (await prepare(deps, call, signal));
    const pendingHangUps = new CallHangUps(deps, call.id);
    const outcome = await dialWhenDue(deps, call, { ...way, due, pendingHangUps, signal });
    if (outcome === null) return;
    if (outcome.type === 'failed') {
      const stopped = stopOf(signal);
      const reason = stopped?.reason ?? dialFailureText(outcome.failure, outcome.reason);
      const cause = stopped === null ? dialFailureCause(outcome.failure) : (stopped.cause ?? 'account');
      return await giveUp(deps, call, {
        ...{ outcome: dialOutcome(outcome.failure), reason, code: outcome.code, cause },
      });
    }
    const { leg, carrierCallId } = outcome;
    await holdAnswered(deps, { call, assistant, leg, carrierCallId, pendingHangUps }, signal);
  } catch (error) {
    // Until its instant it may be put back.
    if ((await due) === false) return;
    if (!(error instanceof AppError))
      deps.log.error({ error, call: call.id }, 'A call could not be dialled.');
    const reason = error instanceof AppError ? error.message : 'The call failed on our side.';
    const cause = error instanceof AppError ? 'account' : 'process';
    await giveUp(deps, call, { outcome: 'failed', reason, code: null, cause });
  }
}

/** Looks up what a dial needs, and waits until the carrier takes it; the account's own telephones have no carrier. */
async function prepare(deps: HoldingDeps, call: HeldCall, signal: AbortSignal): Promise<ReadyDial> {
  const { database, routeOf, prices, ownHosts } = deps;
  const { userId, assistantId, phoneNumberId } = call;
  // It may have been spent while the call waited.
  await requireBalanceFor(database, prices, call);
  const row = await findAssistant(database, { userId, id: assistantId });
  if (row === null) throw new AppError('unavailable', 'The assistant of this call is gone.');
  const assistant = await callAssistant(deps, row, call);
  const number = await findOwnCallerNumber(database, { userId, id: phoneNumberId, phoneNumber: null });
  if (number === null)
    throw new AppError('unavailable', 'The phone number that this call was to go over is gone.');
  const named = call.clientPhone ?? '';
  const extension = await findExtension(database, { userId, named, ownHosts });
  const route = await routeOf(extension ?? number);
  if (route === null)
    throw new AppError('unavailable', 'The carrier of the phone number is not configured here.');
  if (extension === null) await waitForPace(deps, number, signal);
  // They may have said so while the call waited.
  if (await isBlacklisted(database, { userId, phoneNumber: named })) {
    throw new AppError('invalid', 'This phone number is on the blacklist of the account.');
  }
  return { assistant, route, from: number.phone_number };
}

type Dialled = Extract<DialEvent, { type: 'answered' | 'failed' }>;

const GIVEN_UP: Dialled = { type: 'failed', failure: 'cancelled', code: null, reason: 'Given up.' };

interface DialWay {
  from: string;
  pendingHangUps: CallHangUps;
  signal: AbortSignal;
}

/** Resolves with the dial's one outcome; null: nothing was dialled, as it is no call any more. */
async function dialWhenDue(
  deps: HoldingDeps,
  call: HeldCall,
  { route, due, ...way }: DialWay & { route: OutboundRoute; due: Promise<boolean> | undefined },
): Promise<Dialled | null> {
  const ahead = route.dialWhenDue?.bind(route);
  if (due === undefined || ahead === undefined) {
    if ((await due) === false) return null;
    return dial(deps, call, { ...way, begin: (request, heard) => route.dial(request, heard) });
  }
  const outcome = await dial(deps, call, { ...way, begin: (request, heard) => ahead(request, due, heard) });
  // One that failed early is over at its instant: until then it may be put back.
  return (await due) ? outcome : null;
}

/** Resolves with the dial's one outcome. */
function dial(
  deps: HoldingDeps,
  call: HeldCall,
  { begin, from, pendingHangUps, signal }: DialWay & { begin: OutboundRoute['dial'] },
): Promise<Dialled> {
  const { attemptId, ringingTimeMs, clientPhone: to } = call;
  // Whoever waited for its carrier may not be wanted any more.
  if (signal.aborted) return Promise.resolve(GIVEN_UP);
  return new Promise((resolve) => {
    const asked = { attemptId, from, to: to ?? '', ringingTimeMs };
    const request = { ...asked, isStored: true, keep: pendingHangUps.store };
    const dialing = begin(request, (event) => {
      // That it rings is worth knowing, not worth waiting for.
      if (event.type === 'ringing') void noteRinging(deps, call, pendingHangUps);
      else resolve(event);
    });
    pendingHangUps.addUnanswered(dialing);
    signal.addEventListener('abort', () => dialing.cancel(), { once: true });
  });
}

/** Never rejects. */
export async function noteRinging(
  { clock, log, together }: HoldingDeps,
  call: HeldCall,
  pendingHangUps: CallHangUps,
): Promise<void> {
  const at = clock.now();
  await pendingHangUps
    .storedBy((pendingHangUp) => together.rang({ callId: call.id, at, pendingHangUp }))
    .catch((error: unknown) =>
      log.warn({ error, call: call.id }, 'The ringing of a call could not be stored.'),
    );
}

/** Ends a call that nobody has answered. */
export async function giveUp(
  deps: HoldingDeps,
  call: HeldCall,
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
