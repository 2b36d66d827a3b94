import { AppError } from '../../../core/errors.ts';
import { storableObject, storableText } from '../../../core/storable.ts';
import { parseJsonBody } from '../../../http/json-body.ts';
import { isJsonObject } from '../../../providers/interfaces/json.ts';
import { AnswerFailed } from '../../../voice/legs/answer-failed.ts';
import type { InboundCall } from '../../../voice/legs/outbound-route.ts';
import { coversCall, coversNewCall } from '../asking/balance.ts';
import { type AssistantRow, findNumberAssistant } from '../assistant/assistant-row.ts';
import { callAssistant } from '../assistant/call-assistant.ts';
import type { CallerNumber } from '../assistant/caller-number.ts';
import { type ActiveCall, insertCall } from '../lifecycle/call-store.ts';
import { FREE_CARRIER } from '../rules.ts';
import type { ActiveCallDeps } from './active-call-deps.ts';
import { stopOf } from './active-calls.ts';
import { CallHangUps } from './call-hang-ups.ts';
import { giveUp, noteRinging } from './dial-call.ts';
import type { Refusal } from './refused-calls.ts';
import { finish, runAnsweredCall } from './run-answered-call.ts';

/** Finds the called number in each account that has it; several accounts may share a sandbox number. */
export type NumbersCalled = (call: InboundCall) => Promise<readonly CallerNumber[]>;

/** Answers or rejects an inbound call. Resolves when that is decided; an answered call continues. Never rejects. */
export async function acceptCall(
  deps: ActiveCallDeps,
  call: InboundCall,
  numbersCalled: NumbersCalled,
): Promise<void> {
  try {
    const answering = await findAnswering(deps, call, numbersCalled);
    if ('reason' in answering) return deps.refused.refuse(call, answering);
    if (deps.calls.reserve(1) === 0) {
      const why = deps.calls.isOpen ? 'no-capacity' : 'stopping';
      return deps.refused.refuse(call, refusal(why, answering));
    }
    call.ring();
    const stored = await store(deps, call, answering).catch((error: unknown) => {
      deps.calls.release(1);
      throw error;
    });
    if (stored === null) {
      deps.calls.release(1);
      return deps.refused.refuse(call, refusal('balance', answering));
    }
    const { inbound_webhook_url: url } = answering.assistant;
    const { promise: decided, resolve: decide } = Promise.withResolvers<void>();
    deps.calls.run(stored.id, (signal) =>
      runInboundCall(deps, { call, stored, url, decide, ...answering }, signal).finally(decide),
    );
    await decided;
  } catch (error) {
    deps.log.error({ error, route: call.route }, 'An inbound call could not be accepted.');
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

/** The assistant that answers, or the reason to refuse; with several numbers, the reason of the last one. */
async function findAnswering(
  { database, prices }: ActiveCallDeps,
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

/** Null if the balance no longer covers the call. */
function store(
  { database, prices, processId }: ActiveCallDeps,
  call: InboundCall,
  { number, assistant }: Answering,
): Promise<ActiveCall | null> {
  const left = call.pendingHangUps?.() ?? [];
  return database.transaction(async (transaction) => {
    if (!(await coversNewCall(transaction, prices, number.user_id))) return null;
    const stored = await insertCall(transaction, {
      userId: number.user_id,
      assistantId: assistant.id,
      type: 'inbound',
      processId,
      phoneNumberId: number.id,
      provider: number.provider,
      assistantPhone: number.phone_number,
      clientPhone: call.from === null ? null : storableText(call.from),
      variables: { ...assistant.variables, ...sipVariables(call) },
      given: Object.keys(sipVariables(call)),
      ringingTimeMs: assistant.ringing_time * 1000,
      carrierCallId: call.carrierCallId,
      pendingHangUp: left.length === 0 ? null : JSON.stringify(left),
      isFree: number.provider === FREE_CARRIER,
    });
    if (stored === null) throw new Error('The call was not stored.');
    return stored;
  });
}

/** The variable `sip_headers`, for example for `{{sip_headers.X-Customer-Id}}`. */
function sipVariables({ sipHeaders = {} }: InboundCall): Record<string, unknown> {
  return Object.keys(sipHeaders).length === 0 ? {} : { sip_headers: sipHeaders };
}

async function runInboundCall(
  deps: ActiveCallDeps,
  about: {
    call: InboundCall;
    stored: ActiveCall;
    assistant: AssistantRow;
    url: string | null;
    decide(): void;
  },
  signal: AbortSignal,
): Promise<void> {
  const { call, stored } = about;
  const pendingHangUps = new CallHangUps(deps, stored.id);
  pendingHangUps.trackUnanswered(call);
  await noteRinging(deps, stored, pendingHangUps);
  const gone = AbortSignal.any([call.signal, signal]);
  try {
    const given = await inboundVariables(deps, about, gone);
    const known = {
      ...stored,
      variables: { ...stored.variables, ...given },
      given: [...stored.given, ...Object.keys(given)],
    };
    const assistant = await callAssistant(deps, about.assistant, known);
    if (gone.aborted) {
      if (!call.signal.aborted) call.reject('unavailable');
      const reason = stopOf(signal)?.reason ?? 'The caller hung up before the call was answered.';
      return await giveUp(deps, stored, { outcome: 'no-answer', reason, code: null, cause: null });
    }
    const leg = await call.answer().catch((error: unknown) => {
      if (error instanceof AnswerFailed) throw error;
      return null;
    });
    if (leg === null) {
      const reason = 'The caller hung up before the call was answered.';
      return await giveUp(deps, stored, { outcome: 'no-answer', reason, code: null, cause: null });
    }
    about.decide();
    await runAnsweredCall(deps, { call: known, assistant, leg, carrierCallId: null, pendingHangUps }, signal);
  } catch (error) {
    const isOurs = !(error instanceof AppError || error instanceof AnswerFailed);
    if (isOurs) deps.log.error({ error, call: stored.id }, 'A call could not be answered.');
    if (error instanceof AnswerFailed) {
      deps.log.warn({ call: stored.id, reason: error.message }, 'An inbound call could not be answered.');
    }
    call.reject('unavailable');
    const reason = isOurs ? 'The call failed on our side.' : error.message;
    await finish(deps, stored, { change: { type: 'broke', at: deps.clock.now(), reason }, answeredBy: null });
  }
}

/** Requests variables from the assistant's `inbound_webhook_url` and stores them with the call. */
async function inboundVariables(
  deps: ActiveCallDeps,
  { call, stored, url }: { call: InboundCall; stored: ActiveCall; url: string | null },
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  if (url === null) return {};
  const { userId, clientPhone: customerPhone, assistantPhone } = stored;
  const given = await askInboundVariables(deps, {
    userId,
    url,
    signal,
    customerPhone,
    assistantPhone: assistantPhone ?? '',
    sipHeaders: call.sipHeaders ?? {},
  });
  if (given === null) return {};
  await deps.database.query(
    'update calls set variables = $2, given_variables = $3, updated_at = clock_timestamp() where id = $1',
    [stored.id, JSON.stringify({ ...stored.variables, ...given }), [...stored.given, ...Object.keys(given)]],
  );
  return given;
}

const TIMEOUT_MS = 2000;
const MAX_BYTES = 65_536;

/**
 * Sends a signed request to the assistant's `inbound_webhook_url` and returns its JSON object of variables. Null on
 * timeout (2 s), errors and other content: the assistant's own variables apply. Never rejects.
 */
export async function askInboundVariables(
  { outbound, sign }: Pick<ActiveCallDeps, 'outbound' | 'sign'>,
  about: {
    userId: number;
    url: string;
    customerPhone: string | null;
    assistantPhone: string;
    sipHeaders: Readonly<Record<string, string>>;
    signal: AbortSignal;
  },
): Promise<Record<string, unknown> | null> {
  const { userId, url, signal } = about;
  const { customerPhone: customer_phone, assistantPhone: assistant_phone, sipHeaders: sip_headers } = about;
  const known = Object.keys(sip_headers).length === 0 ? {} : { sip_headers };
  const body = JSON.stringify({ customer_phone, assistant_phone, ...known });
  try {
    const signed = await sign({ userId, body });
    const answer = await outbound.request({
      method: 'POST',
      url,
      signal,
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: MAX_BYTES,
      headers: { ...signed, accept: 'application/json' },
      body,
    });
    if (answer.kind !== 'response' || answer.status < 200 || answer.status > 299) return null;
    const value = parseJsonBody(answer.body.toString());
    return isJsonObject(value) ? storableObject(value) : null;
  } catch {
    return null;
  }
}
