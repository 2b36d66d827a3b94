import { randomBytes, randomUUID } from 'node:crypto';
import { toolsFor } from '../../../agent/tool.ts';
import { messageOf } from '../../../core/errors.ts';
import type { CallEvent } from '../../../voice/call-event.ts';
import type { CallAssistant, CallHost, RecordingSink, TransferRequest } from '../../../voice/call-host.ts';
import type { DialEvent, Dialing, OutboundRoute } from '../../../voice/legs/outbound-route.ts';
import { findExtension } from '../../phone-numbers/actions.ts';
import { findAssistant } from '../assistant/assistant-row.ts';
import { callAssistant } from '../assistant/call-assistant.ts';
import { findCallerNumber, findOwnCallerNumber, type AccountNumber } from '../assistant/caller-number.ts';
import type { HeldCall } from '../lifecycle/call-store.ts';
import { FREE_CARRIER } from '../rules.ts';
import type { CallHangUps } from './call-hang-ups.ts';
import type { HoldingDeps } from './holding-deps.ts';
import { recordEvent } from './record-event.ts';

interface Hosted {
  call: HeldCall;
  answeredAt: Date;
  pendingHangUps: CallHangUps;
  observe(event: CallEvent): void;
}

/** What the voice loop asks of the product during one call. */
export function callHost(deps: HoldingDeps, hosted: Hosted): CallHost {
  const { call } = hosted;
  const { database } = deps;
  const { userId } = call;
  return {
    customerNumber: call.clientPhone,
    happened: (event) => {
      recordEvent({ ...deps, ...hosted }, event);
      hosted.observe(event);
    },
    recording: (sampleRateHz) => recordingSink(deps, call, sampleRateHz),
    dial: (request, listener) => dialForTransfer(deps, hosted, { request, listener }),
    assistant: async (id): Promise<CallAssistant | null> => {
      const row = await findAssistant(database, { userId, id });
      if (row === null) return null;
      return calledFor(call, await callAssistant(deps, row, callOfNext(call, row.variables)));
    },
    isExtension: async (target) => (await extensionNamed(deps, call, target)) !== null,
    phoneNumber: async (id) =>
      (await findOwnCallerNumber(database, { userId, id, phoneNumber: null }))?.phone_number ?? null,
  };
}

/** Its tools say which call they are made for. */
export function calledFor({ id, clientPhone }: HeldCall, assistant: CallAssistant): CallAssistant {
  return { ...assistant, tools: toolsFor(assistant.tools, { callId: id, customerPhone: clientPhone }) };
}

/** What came with the call, then what the next assistant calls its own, then what the first did. */
function callOfNext(call: HeldCall, own: Record<string, unknown>): HeldCall {
  const { variables, given } = call;
  const ofCall = Object.entries(variables).filter(([name]) => given.includes(name));
  return { ...call, variables: { ...variables, ...own, ...Object.fromEntries(ofCall) } };
}

function recordingSink({ writer }: HoldingDeps, call: HeldCall, sampleRateHz: number): RecordingSink {
  const of = { userId: call.userId, callId: call.id };
  writer.add('recordings', { ...of, key: randomBytes(24).toString('base64url'), sampleRateHz });
  let beginByte = 0;
  return {
    append: (bytes) => {
      if (bytes.length === 0) return;
      writer.addSound({ ...of, beginByte, bytes });
      beginByte += bytes.length;
    },
  };
}

interface TransferDial {
  request: TransferRequest;
  listener: (event: DialEvent) => void;
}

/** The line is looked up first, so a dial that is given up meanwhile never begins. */
function dialForTransfer(deps: HoldingDeps, { call, pendingHangUps }: Hosted, dial: TransferDial): Dialing {
  const { request, listener } = dial;
  const of = { userId: call.userId, callId: call.id };
  let isCancelled = false;
  let dialing: Dialing | null = null;
  const fail = (failure: 'unavailable' | 'cancelled', reason: string): void =>
    listener({ type: 'failed', failure, code: null, reason });
  const begin = async (): Promise<void> => {
    const way = await transferRoute(deps, call, request);
    if (isCancelled) return fail('cancelled', 'The dial was given up.');
    if (way === null) return fail('unavailable', 'There is no line to dial over.');
    const { ringingTimeMs } = request;
    const { route, from, to, carrier: provider } = way;
    const attempt = { to, ringingTimeMs, attemptId: randomUUID(), from };
    dialing = route.dial({ ...attempt, keep: pendingHangUps.store }, (event) => {
      if (event.type === 'answered') {
        pendingHangUps.addLeg(event.leg);
        const { carrierCallId } = event;
        if (provider !== null) deps.writer.add('secondLegs', { ...of, provider, carrierCallId });
      }
      listener(event);
    });
    pendingHangUps.addUnanswered(dialing);
  };
  begin().catch((error: unknown) => fail('unavailable', messageOf(error)));
  return {
    cancel: () => {
      isCancelled = true;
      dialing?.cancel();
    },
  };
}

interface TransferWay {
  route: OutboundRoute;
  from: string;
  to: string;
  /** The provider of the number that it goes out from; null: nobody takes anything for it. */
  carrier: string | null;
}

/** An extension's own line; else the line that is asked for, or that of another number of the account that is to be shown, else the call's own. */
async function transferRoute(
  deps: HoldingDeps,
  call: HeldCall,
  { from, line: numberId, to: target }: TransferRequest,
): Promise<TransferWay | null> {
  const { database, routeOf } = deps;
  const { userId } = call;
  const find = (id: number | null, phoneNumber: string | null): Promise<AccountNumber | null> =>
    findOwnCallerNumber(database, { userId, id, phoneNumber });
  const number =
    (numberId === null ? null : await find(numberId, null)) ??
    (from === null ? null : await find(null, from)) ??
    (await ownNumber(deps, call));
  const extension = await extensionNamed(deps, call, target);
  const way = extension ?? number;
  const route = way === null ? null : await routeOf(way);
  if (way === null || route === null) return null;
  const carrier = extension !== null || way.provider === FREE_CARRIER ? null : way.provider;
  return { route, from: from ?? (number ?? way).phone_number, to: extension?.phone_number ?? target, carrier };
}

function extensionNamed(
  { database, ownHosts }: HoldingDeps,
  { userId }: HeldCall,
  named: string,
): Promise<AccountNumber | null> {
  return findExtension(database, { userId, named, ownHosts });
}

/** The number that the call goes over; web calls, and those whose number was given back meanwhile, take one of their account. */
async function ownNumber(
  { database, dialProviders: providers }: HoldingDeps,
  { userId, phoneNumberId }: HeldCall,
): Promise<AccountNumber | null> {
  const own =
    phoneNumberId === null
      ? null
      : await findOwnCallerNumber(database, { userId, id: phoneNumberId, phoneNumber: null });
  return own ?? findCallerNumber(database, { userId, phoneNumberId: null, providers });
}
