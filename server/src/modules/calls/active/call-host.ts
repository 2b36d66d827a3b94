import { randomBytes, randomUUID } from 'node:crypto';
import type { MadeCall } from '../../../agent/made-calls.ts';
import { toolsFor } from '../../../agent/tools-for.ts';
import { messageOf } from '../../../core/errors.ts';
import type { ModelPrices } from '../../../core/model-prices.ts';
import { storableObject, storableText } from '../../../core/storable.ts';
import type { RecordedRinging, RingingRecorder } from '../../../voice/audio/recording/ringing-recorder.ts';
import type { CallEvent } from '../../../voice/call-event.ts';
import type { CallAssistant, CallHost, RecordingSink, TransferRequest } from '../../../voice/call-host.ts';
import type { DialEvent, Dialing, OutboundRoute } from '../../../voice/legs/outbound-route.ts';
import { priceCalls } from '../../conversations/messages/priced-call.ts';
import { findExtension } from '../../phone-numbers/sip-trunks/extensions.ts';
import { findAssistant } from '../assistant/assistant-row.ts';
import { callAssistant } from '../assistant/call-assistant.ts';
import { withOverrides } from '../assistant/call-overrides.ts';
import { type AccountNumber, findCallerNumber, findOwnCallerNumber } from '../assistant/caller-number.ts';
import type { ActiveCall } from '../lifecycle/call-store.ts';
import { toolJournal } from '../lifecycle/tool-calls.ts';
import type { CallFeed } from '../live/call-feed.ts';
import { FREE_CARRIER } from '../rules.ts';
import type { ActiveCallDeps } from './active-call-deps.ts';
import type { CallHangUps } from './call-hang-ups.ts';
import type { CallWriter } from './call-writer.ts';

interface Hosted {
  call: ActiveCall;
  answeredAt: Date;
  pendingHangUps: CallHangUps;
  observe(event: CallEvent): void;
  /** Tool calls of earlier calls with the customer that broke off. */
  earlierCalls: readonly MadeCall[];
  feed: CallFeed;
  /** Audio before the answer; null if it is not recorded. */
  ringing: RingingRecorder | null;
}

/** Callbacks of one call's voice session: events, recording, transfers and assistants. */
export function callHost(deps: ActiveCallDeps, hosted: Hosted): CallHost {
  const { call } = hosted;
  const { database } = deps;
  const { userId } = call;
  return {
    customerNumber: call.clientPhone,
    journal: toolJournal(deps, call),
    earlierCalls: hosted.earlierCalls,
    onEvent: (event) => {
      recordEvent({ ...deps, ...hosted }, event);
      hosted.observe(event);
    },
    onPartial: (partial) => hosted.feed.partial(partial, deps.clock.now()),
    recording: (sampleRateHz) => {
      const before = hosted.ringing?.take(deps.clock.monotonicMs(), { rateHz: sampleRateHz }) ?? null;
      return recordingSink(deps, call, { sampleRateHz, before });
    },
    dial: (request, listener) => dialForTransfer(deps, hosted, { request, listener }),
    assistant: async (id): Promise<CallAssistant | null> => {
      const stored = await findAssistant(database, { userId, id });
      if (stored === null) return null;
      // The call may come back to the assistant that began it.
      const row = id === call.assistantId ? withOverrides(deps.catalog, stored, call.overrides) : stored;
      return calledFor(call, await callAssistant(deps, row, callOfNext(call, row.variables)));
    },
    isExtension: async (target) => (await extensionNamed(deps, call, target)) !== null,
    phoneNumber: async (id) =>
      (await findOwnCallerNumber(database, { userId, id, phoneNumber: null }))?.phone_number ?? null,
  };
}

/** Returns the assistant with tools that send the call's id, customer number and variables. */
export function calledFor({ id, clientPhone }: ActiveCall, assistant: CallAssistant): CallAssistant {
  const { tools, persona } = assistant;
  const subject = { callId: id, customerPhone: clientPhone };
  return { ...assistant, tools: toolsFor(tools, { subject, persona }) };
}

/** Merges variables: those given with the call take precedence, then the next assistant's own, then the first one's. */
function callOfNext(call: ActiveCall, own: Record<string, unknown>): ActiveCall {
  const { variables, given } = call;
  const ofCall = Object.entries(variables).filter(([name]) => given.includes(name));
  return { ...call, variables: { ...variables, ...own, ...Object.fromEntries(ofCall) } };
}

/**
 * @param before recorded before the answer, at the same sample rate; stored in steps, before anything else
 * @returns with `storeBefore`, which stores the rest of it now
 */
export function recordingSink(
  { writer }: Pick<ActiveCallDeps, 'writer'>,
  call: ActiveCall,
  { sampleRateHz, before }: { sampleRateHz: number; before: RecordedRinging | null },
): RecordingSink & { storeBefore(): void } {
  const of = { userId: call.userId, callId: call.id };
  const key = randomBytes(24).toString('base64url');
  writer.add('recordings', { ...of, key, sampleRateHz, ringingMs: before?.durationMs ?? null });
  let beginByte = 0;
  const store = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return;
    writer.addSound({ ...of, beginByte, bytes });
    beginByte += bytes.length;
  };
  const storeNext = (): void => {
    const next = before?.parts.next();
    if (next === undefined || next.done === true) return;
    store(next.value);
    setImmediate(storeNext);
  };
  storeNext();
  const storeBefore = (): void => {
    for (const part of before?.parts ?? []) store(part);
  };
  return {
    append: (bytes) => {
      storeBefore();
      store(bytes);
    },
    storeBefore,
  };
}

interface TransferDial {
  request: TransferRequest;
  listener: (event: DialEvent) => void;
}

/** Finds the route, then dials. Canceling before that prevents the dial. */
function dialForTransfer(
  deps: ActiveCallDeps,
  { call, pendingHangUps }: Hosted,
  dial: TransferDial,
): Dialing {
  const { request, listener } = dial;
  const of = { userId: call.userId, callId: call.id };
  let isCanceled = false;
  let dialing: Dialing | null = null;
  const fail = (failure: 'unavailable' | 'canceled', reason: string): void =>
    listener({ type: 'failed', failure, code: null, reason });
  const begin = async (): Promise<void> => {
    const found = await transferRoute(deps, call, request);
    if (isCanceled) return fail('canceled', 'Dialing was canceled.');
    if (found === null) return fail('unavailable', 'No outbound route is available.');
    const { ringingTimeMs, headers } = request;
    const { route, from, to, carrier: provider } = found;
    const attempt = { to, ringingTimeMs, attemptId: randomUUID(), from, headers };
    dialing = route.dial({ ...attempt, storePendingHangUps: pendingHangUps.store }, (event) => {
      if (event.type === 'answered') {
        pendingHangUps.storeLeg(event.leg);
        const { carrierCallId } = event;
        if (provider !== null) deps.writer.add('secondLegs', { ...of, provider, carrierCallId });
      }
      listener(event);
    });
    pendingHangUps.trackUnanswered(dialing);
  };
  begin().catch((error: unknown) => fail('unavailable', messageOf(error)));
  return {
    cancel: () => {
      isCanceled = true;
      dialing?.cancel();
    },
  };
}

interface TransferRoute {
  route: OutboundRoute;
  from: string;
  to: string;
  /** Provider of the number, for carrier costs; null if the call is free. */
  carrier: string | null;
}

/**
 * The route of a transfer: for an extension its registrar; otherwise the route of the requested number, of the account's
 * number that is shown as caller ID, or of the call's own number.
 */
async function transferRoute(
  deps: ActiveCallDeps,
  call: ActiveCall,
  { from, line: numberId, to: named }: TransferRequest,
): Promise<TransferRoute | null> {
  const { database, routeOf } = deps;
  const { userId } = call;
  const find = (id: number | null, phoneNumber: string | null): Promise<AccountNumber | null> =>
    findOwnCallerNumber(database, { userId, id, phoneNumber });
  const number =
    (numberId === null ? null : await find(numberId, null)) ??
    (from === null ? null : await find(null, from)) ??
    (await ownNumber(deps, call));
  const extension = await extensionNamed(deps, call, named);
  const target = extension ?? number;
  const route = target === null ? null : await routeOf(target);
  if (target === null || route === null) return null;
  const carrier = extension !== null || target.provider === FREE_CARRIER ? null : target.provider;
  return {
    route,
    from: from ?? (number ?? target).phone_number,
    to: extension?.phone_number ?? named,
    carrier,
  };
}

function extensionNamed(
  { database, ownHosts }: ActiveCallDeps,
  { userId }: ActiveCall,
  named: string,
): Promise<AccountNumber | null> {
  return findExtension(database, { userId, named, ownHosts });
}

/** The call's own number. Web calls, and calls whose number was released, use another number of the account. */
async function ownNumber(
  { database, dialProviders: providers }: ActiveCallDeps,
  { userId, phoneNumberId }: ActiveCall,
): Promise<AccountNumber | null> {
  const own =
    phoneNumberId === null
      ? null
      : await findOwnCallerNumber(database, { userId, id: phoneNumberId, phoneNumber: null });
  return own ?? findCallerNumber(database, { userId, phoneNumberId: null, providers });
}

interface Recorder {
  writer: CallWriter;
  modelPrices: ModelPrices;
  call: ActiveCall;
  answeredAt: Date;
  feed: CallFeed;
}

/** Routes call events: speech to the transcript, model calls to usage, everything else to the events. */
function recordEvent({ writer, modelPrices, call, answeredAt, feed }: Recorder, event: CallEvent): void {
  const of = { userId: call.userId, callId: call.id };
  const beganMs = 'sinceMs' in event ? event.sinceMs : event.atMs;
  switch (event.type) {
    case 'assistant-said':
    case 'supervisor-said':
    case 'customer-said': {
      const content = storableText(event.text).trim();
      const sender = event.type === 'customer-said' ? 'human' : 'bot';
      const speaker = event.type === 'supervisor-said' ? 'supervisor' : null;
      if (content === '') return;
      const saidAt = new Date(answeredAt.getTime() + beganMs);
      const seq = feed.add({ type: 'said', at: saidAt, data: { sender, speaker, text: content } });
      writer.add('said', { ...of, seq, saidAt, sender, speaker, content });
      return;
    }
    case 'model-call':
      for (const made of priceCalls(modelPrices, [event.call])) writer.add('modelCalls', { ...made, ...of });
      return;
    default: {
      const { type } = event;
      const atMs = Math.round(beganMs);
      const data = dataOf(event);
      const seq = feed.add({ type, at: new Date(answeredAt.getTime() + atMs), data });
      writer.add('events', { ...of, seq, type, atMs, data });
    }
  }
}

/** The event's own fields. For an answered turn: its latency and the providers it was measured with. */
function dataOf(event: CallEvent): Record<string, unknown> {
  if (event.type === 'turn-answered') return { ...rounded({ ...event.latency }), ...event.setup };
  const { type: _type, atMs: _atMs, ...data } = event;
  return storableObject(data);
}

function rounded(values: Record<string, number | null>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null ? null : Math.round(value)]),
  );
}
