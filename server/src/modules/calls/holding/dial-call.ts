import { AppError } from '../../../core/errors.ts';
import type { DialEvent } from '../../../voice/legs/line.ts';
import { findExtension } from '../../phone-numbers/actions.ts';
import { requireCallBalance } from '../asking/balance.ts';
import { findAssistant } from '../assistant/assistant-row.ts';
import { callAssistant } from '../assistant/call-assistant.ts';
import { findOwnCallerNumber } from '../assistant/caller-number.ts';
import { changeCall, type HeldCall } from '../lifecycle/call-store.ts';
import { dialFailureText, dialOutcome } from '../rules.ts';
import { stopReason } from './held-calls.ts';
import { finish, holdAnswered } from './hold-answered.ts';
import type { HoldingParts } from './holding-parts.ts';

/** Dials a call that this process has claimed, once, and holds it to its end. Never rejects. */
export async function dialCall(parts: HoldingParts, call: HeldCall, signal: AbortSignal): Promise<void> {
  try {
    const ready = await prepare(parts, call);
    const outcome = await dial(parts, call, { ...ready, signal });
    if (outcome.type === 'failed') {
      const reason = stopReason(signal) ?? dialFailureText(outcome.failure, outcome.reason);
      return await giveUp(parts, call, { outcome: dialOutcome(outcome.failure), reason, code: outcome.code });
    }
    const { leg, carrierCallId } = outcome;
    await holdAnswered(parts, { call, assistant: ready.assistant, leg, carrierCallId }, signal);
  } catch (error) {
    if (!(error instanceof AppError))
      parts.log.error({ error, call: call.id }, 'A call could not be dialled.');
    const reason = error instanceof AppError ? error.message : 'The call failed on our side.';
    await giveUp(parts, call, { outcome: 'failed', reason, code: null });
  }
}

async function prepare(parts: HoldingParts, call: HeldCall) {
  const { database, lineOf, prices, ownHosts } = parts;
  const { userId, assistantId, phoneNumberId } = call;
  // It may have been spent while the call waited.
  await requireCallBalance(database, prices, userId);
  const row = await findAssistant(database, { userId, id: assistantId });
  if (row === null) throw new AppError('unavailable', 'The assistant of this call is gone.');
  const assistant = await callAssistant(parts, row, call.variables);
  const number = await findOwnCallerNumber(database, { userId, id: phoneNumberId, phoneNumber: null });
  if (number === null)
    throw new AppError('unavailable', 'The phone number that this call was to go over is gone.');
  const named = call.clientPhone ?? '';
  const extension = await findExtension(database, { userId, named, ownHosts });
  const line = await lineOf(extension ?? number);
  if (line === null)
    throw new AppError('unavailable', 'The carrier of the phone number is not configured here.');
  return { assistant, line, from: number.phone_number };
}

type Dialled = Extract<DialEvent, { type: 'answered' | 'failed' }>;

/** Resolves with the dial's one outcome. */
function dial(
  parts: HoldingParts,
  call: HeldCall,
  { line, from, signal }: Awaited<ReturnType<typeof prepare>> & { signal: AbortSignal },
): Promise<Dialled> {
  const { attemptId, ringingTimeMs, clientPhone: to } = call;
  return new Promise((resolve) => {
    const request = { attemptId, from, to: to ?? '', ringingTimeMs };
    const dialing = line.dial(request, (event) => {
      // That it rings is worth knowing, not worth waiting for.
      if (event.type === 'ringing') void noteRinging(parts, call);
      else resolve(event);
    });
    if (signal.aborted) dialing.cancel();
    signal.addEventListener('abort', () => dialing.cancel(), { once: true });
  });
}

/** Never rejects. */
export async function noteRinging(
  { database, clock, processId, log }: HoldingParts,
  call: HeldCall,
): Promise<void> {
  const change = { type: 'rang', at: clock.now() } as const;
  const believed = { callId: call.id, heldBy: { processId } };
  await database
    .transaction((transaction) => changeCall(transaction, believed, change))
    .catch((error: unknown) =>
      log.warn({ error, call: call.id }, 'The ringing of a call could not be stored.'),
    );
}

/** Ends a call that nobody has answered. */
export function giveUp(
  parts: HoldingParts,
  call: HeldCall,
  about: { outcome: 'busy' | 'no-answer' | 'failed'; reason: string; code: string | null },
): Promise<void> {
  const { outcome, reason, code: failureCode } = about;
  const change = { type: 'not-reached', outcome, reason, at: parts.clock.now() } as const;
  return finish(parts, call, { change, answeredBy: null, failureCode });
}
