import { AppError } from '../../../core/errors.ts';
import { storableText } from '../../../core/storable.ts';
import { AnswerFailed } from '../../../voice/legs/answer-failed.ts';
import type { InboundCall } from '../../../voice/legs/outbound-route.ts';
import { coversCall, coversNewCall } from '../asking/balance.ts';
import { type AssistantRow, findNumberAssistant } from '../assistant/assistant-row.ts';
import { callAssistant } from '../assistant/call-assistant.ts';
import type { CallerNumber } from '../assistant/caller-number.ts';
import { type HeldCall, insertCall } from '../lifecycle/call-store.ts';
import { FREE_CARRIER } from '../rules.ts';
import { CallHangUps } from './call-hang-ups.ts';
import { giveUp, noteRinging } from './dial-call.ts';
import { stopOf } from './held-calls.ts';
import { finish, holdAnswered } from './hold-answered.ts';
import type { HoldingDeps } from './holding-deps.ts';
import { askInboundVariables } from './inbound-variables.ts';
import type { Refusal } from './refused-calls.ts';

/** Whose number a call that comes in over a line is for; several accounts may have a number of the sandbox. */
export type NumbersCalled = (call: InboundCall) => Promise<readonly CallerNumber[]>;

/** Decides what becomes of a call that comes in; resolves with the decision, and holds it to its end. Never rejects. */
export async function acceptCall(
  deps: HoldingDeps,
  call: InboundCall,
  numbersCalled: NumbersCalled,
): Promise<void> {
  try {
    const answering = await findAnswering(deps, call, numbersCalled);
    if ('reason' in answering) return deps.refused.refuse(call, answering);
    if (deps.calls.reserve(1) === 0) {
      const why = deps.calls.isOpen ? 'no-room' : 'stopping';
      return deps.refused.refuse(call, refusal(why, answering));
    }
    call.ring();
    const held = await store(deps, call, answering).catch((error: unknown) => {
      deps.calls.giveBack(1);
      throw error;
    });
    if (held === null) {
      deps.calls.giveBack(1);
      return deps.refused.refuse(call, refusal('balance', answering));
    }
    const { inbound_webhook_url: url } = answering.assistant;
    const { promise: decided, resolve: decide } = Promise.withResolvers<void>();
    deps.calls.hold(held.id, (signal) =>
      holdInbound(deps, { call, held, url, decide, ...answering }, signal).finally(decide),
    );
    await decided;
  } catch (error) {
    deps.log.error({ error, route: call.route }, 'A call that came in could not be taken.');
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
  { database, prices }: HoldingDeps,
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
  { database, prices, processId }: HoldingDeps,
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
      pendingHangUp: left.length === 0 ? null : JSON.stringify(left),
      isFree: number.provider === FREE_CARRIER,
    });
    if (held === null) throw new Error('A call was not stored.');
    return held;
  });
}

async function holdInbound(
  deps: HoldingDeps,
  about: { call: InboundCall; held: HeldCall; assistant: AssistantRow; url: string | null; decide(): void },
  signal: AbortSignal,
): Promise<void> {
  const { call, held } = about;
  const pendingHangUps = new CallHangUps(deps, held.id);
  pendingHangUps.addUnanswered(call);
  await noteRinging(deps, held, pendingHangUps);
  const gone = AbortSignal.any([call.signal, signal]);
  try {
    const told = await inboundVariables(deps, about, gone);
    const known = { ...held, variables: { ...held.variables, ...told }, given: Object.keys(told) };
    const assistant = await callAssistant(deps, about.assistant, known);
    if (gone.aborted) {
      if (!call.signal.aborted) call.reject('unavailable');
      const reason = stopOf(signal)?.reason ?? 'The caller hung up before the call was answered.';
      return await giveUp(deps, held, { outcome: 'no-answer', reason, code: null, cause: null });
    }
    const leg = await call.answer().catch((error: unknown) => {
      if (error instanceof AnswerFailed) throw error;
      return null;
    });
    if (leg === null) {
      const reason = 'The caller hung up before the call was answered.';
      return await giveUp(deps, held, { outcome: 'no-answer', reason, code: null, cause: null });
    }
    about.decide();
    await holdAnswered(deps, { call: known, assistant, leg, carrierCallId: null, pendingHangUps }, signal);
  } catch (error) {
    const isOurs = !(error instanceof AppError || error instanceof AnswerFailed);
    if (isOurs) deps.log.error({ error, call: held.id }, 'A call could not be answered.');
    if (error instanceof AnswerFailed) {
      deps.log.warn({ call: held.id, reason: error.message }, 'A call that came in could not be answered.');
    }
    call.reject('unavailable');
    const reason = isOurs ? 'The call failed on our side.' : error.message;
    await finish(deps, held, { change: { type: 'broke', at: deps.clock.now(), reason }, answeredBy: null });
  }
}

/** What the customer's endpoint knows of the caller; kept with the call. */
async function inboundVariables(
  deps: HoldingDeps,
  { held, url }: { held: HeldCall; url: string | null },
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  if (url === null) return {};
  const { userId, clientPhone: customerPhone, assistantPhone } = held;
  const told = await askInboundVariables(deps, {
    ...{ userId, url, signal, customerPhone },
    assistantPhone: assistantPhone ?? '',
  });
  if (told === null) return {};
  await deps.database.query('update calls set variables = $2, given_variables = $3 where id = $1', [
    held.id,
    JSON.stringify({ ...held.variables, ...told }),
    Object.keys(told),
  ]);
  return told;
}
