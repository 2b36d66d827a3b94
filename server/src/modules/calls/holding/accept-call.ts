import { AppError } from '../../../core/errors.ts';
import { storableText } from '../../../core/storable.ts';
import { AnswerFailed } from '../../../voice/legs/answer-failed.ts';
import type { InboundCall } from '../../../voice/legs/line.ts';
import { coversCall, coversNewCall } from '../asking/balance.ts';
import { type AssistantRow, findNumberAssistant } from '../assistant/assistant-row.ts';
import { callAssistant } from '../assistant/call-assistant.ts';
import type { CallerNumber } from '../assistant/caller-number.ts';
import { type HeldCall, insertCall } from '../lifecycle/call-store.ts';
import { FREE_CARRIER } from '../rules.ts';
import { CallFarewells } from './call-farewells.ts';
import { giveUp, noteRinging } from './dial-call.ts';
import { stopOf } from './held-calls.ts';
import { finish, holdAnswered } from './hold-answered.ts';
import type { HoldingParts } from './holding-parts.ts';
import { askInboundVariables } from './inbound-variables.ts';
import type { Refusal } from './refused-calls.ts';

/** Whose number a call that comes in over a line is for; several accounts may have a number of the sandbox. */
export type NumbersCalled = (call: InboundCall) => Promise<readonly CallerNumber[]>;

/** Decides what becomes of a call that comes in; resolves with the decision, and holds it to its end. Never rejects. */
export async function acceptCall(
  parts: HoldingParts,
  call: InboundCall,
  numbersCalled: NumbersCalled,
): Promise<void> {
  try {
    const answering = await findAnswering(parts, call, numbersCalled);
    if ('reason' in answering) return parts.refused.refuse(call, answering);
    if (parts.calls.reserve(1) === 0) {
      const why = parts.calls.isOpen ? 'no-room' : 'stopping';
      return parts.refused.refuse(call, refusal(why, answering));
    }
    call.ring();
    const held = await store(parts, call, answering).catch((error: unknown) => {
      parts.calls.giveBack(1);
      throw error;
    });
    if (held === null) {
      parts.calls.giveBack(1);
      return parts.refused.refuse(call, refusal('balance', answering));
    }
    const { inbound_webhook_url: url } = answering.assistant;
    const { promise: decided, resolve: decide } = Promise.withResolvers<void>();
    parts.calls.hold(held.id, (signal) =>
      holdInbound(parts, { call, held, url, decide, ...answering }, signal).finally(decide),
    );
    await decided;
  } catch (error) {
    parts.log.error({ error, line: call.line }, 'A call that came in could not be taken.');
    call.reject('unavailable');
  }
}

interface Answering {
  number: CallerNumber;
  assistant: AssistantRow;
}

function refusal(
  reason: Refusal['reason'],
  { number, assistant }: { number: CallerNumber; assistant: AssistantRow | null },
): Refusal {
  const known = { userId: number.user_id, phoneNumberId: number.id };
  return assistant === null ? { reason, ...known } : { reason, ...known, assistantId: assistant.id };
}

/** Who answers, or why nobody does: of several numbers the last one says so. */
async function findAnswering(
  { database, prices }: HoldingParts,
  call: InboundCall,
  numbersCalled: NumbersCalled,
): Promise<Answering | Refusal> {
  let refused: Refusal = { reason: 'unknown-number' };
  for (const number of await numbersCalled(call)) {
    const { id: phoneNumberId, user_id: userId } = number;
    const assistant = await findNumberAssistant(database, { userId, phoneNumberId });
    if (assistant?.status === 'active') {
      const answering = { number, assistant };
      return (await coversCall(database, prices, userId)) ? answering : refusal('balance', answering);
    }
    refused = refusal(assistant === null ? 'no-assistant' : 'assistant-inactive', { number, assistant });
  }
  return refused;
}

/** Null: others have taken the money meanwhile. */
function store(
  { database, prices, processId }: HoldingParts,
  call: InboundCall,
  { number, assistant }: Answering,
): Promise<HeldCall | null> {
  const left = call.left?.() ?? [];
  return database.transaction(async (transaction) => {
    if (!(await coversNewCall(transaction, prices, number.user_id))) return null;
    const held = await insertCall(transaction, {
      ...{ userId: number.user_id, assistantId: assistant.id, type: 'inbound', processId },
      ...{ phoneNumberId: number.id, provider: number.provider, assistantPhone: number.phone_number },
      clientPhone: call.from === null ? null : storableText(call.from),
      ...{ variables: assistant.variables, given: [], ringingTimeMs: assistant.ringing_time * 1000 },
      carrierCallId: call.carrierCallId,
      farewell: left.length === 0 ? null : JSON.stringify(left),
      isFree: number.provider === FREE_CARRIER,
    });
    if (held === null) throw new Error('A call was not stored.');
    return held;
  });
}

async function holdInbound(
  parts: HoldingParts,
  about: { call: InboundCall; held: HeldCall; assistant: AssistantRow; url: string | null; decide(): void },
  signal: AbortSignal,
): Promise<void> {
  const { call, held } = about;
  const farewells = new CallFarewells(parts, held.id);
  farewells.addUnanswered(call);
  await noteRinging(parts, held, farewells);
  const gone = AbortSignal.any([call.signal, signal]);
  try {
    const told = await inboundVariables(parts, about, gone);
    const known = { ...held, variables: { ...held.variables, ...told }, given: Object.keys(told) };
    const assistant = await callAssistant(parts, about.assistant, known);
    if (gone.aborted) {
      if (!call.signal.aborted) call.reject('unavailable');
      const reason = stopOf(signal)?.reason ?? 'The caller hung up before the call was answered.';
      return await giveUp(parts, held, { outcome: 'no-answer', reason, code: null, cause: null });
    }
    const leg = await call.answer().catch((error: unknown) => {
      if (error instanceof AnswerFailed) throw error;
      return null;
    });
    if (leg === null) {
      const reason = 'The caller hung up before the call was answered.';
      return await giveUp(parts, held, { outcome: 'no-answer', reason, code: null, cause: null });
    }
    about.decide();
    await holdAnswered(parts, { call: known, assistant, leg, carrierCallId: null, farewells }, signal);
  } catch (error) {
    const isOurs = !(error instanceof AppError || error instanceof AnswerFailed);
    if (isOurs) parts.log.error({ error, call: held.id }, 'A call could not be answered.');
    if (error instanceof AnswerFailed) {
      parts.log.warn({ call: held.id, reason: error.message }, 'A call that came in could not be answered.');
    }
    call.reject('unavailable');
    const reason = isOurs ? 'The call failed on our side.' : error.message;
    await finish(parts, held, { change: { type: 'broke', at: parts.clock.now(), reason }, answeredBy: null });
  }
}

/** What the customer's endpoint knows of the caller; kept with the call. */
async function inboundVariables(
  parts: HoldingParts,
  { held, url }: { held: HeldCall; url: string | null },
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  if (url === null) return {};
  const { userId, clientPhone: customerPhone, assistantPhone } = held;
  const told = await askInboundVariables(parts, {
    ...{ userId, url, signal, customerPhone },
    assistantPhone: assistantPhone ?? '',
  });
  if (told === null) return {};
  await parts.database.query('update calls set variables = $2, given_variables = $3 where id = $1', [
    held.id,
    JSON.stringify({ ...held.variables, ...told }),
    Object.keys(told),
  ]);
  return told;
}
