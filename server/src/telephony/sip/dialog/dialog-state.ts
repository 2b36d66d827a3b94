import { type Envelope, readEnvelope } from '../message/envelope.ts';
import { type NameAddress, parseNameAddresses, writeNameAddress } from '../message/name-address.ts';
import {
  type Header,
  headersOf,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../message/sip-message.ts';
import { parseUri } from '../message/uri.ts';
import { isFlowToken } from '../relay/flow-tokens.ts';

/** What two ends remember of their conversation (RFC 3261 12). */
export interface DialogState {
  callId: string;
  /** With its tag, ready for From. */
  local: string;
  localTag: string;
  /** With its tag, ready for To. */
  remote: string;
  remoteTag: string;
  /** The peer's Contact: the Request-URI of what we send. */
  remoteTarget: string;
  /** Proxies that want to stay on the way, the nearest first, in brackets. */
  routeSet: readonly string[];
  localSequence: number;
  /** Of the peer's last request; null: none yet. */
  remoteSequence: number | null;
}

/** The dialog that our INVITE and a 2xx found; null: the answer lacks what a dialog needs. */
export function dialogOfAnswer(invite: SipRequest, response: SipResponse): DialogState | null {
  const asked = readEnvelope(invite);
  const answered = readEnvelope(response);
  if (asked === null || answered === null || asked.fromTag === null || answered.toTag === null) return null;
  return {
    callId: asked.callId,
    local: writeNameAddress(asked.from),
    localTag: asked.fromTag,
    remote: writeNameAddress(answered.to),
    remoteTag: answered.toTag,
    remoteTarget: contactOf(response) ?? answered.to.uri,
    routeSet: routesOf(response).reverse(),
    localSequence: asked.cseq.number,
    remoteSequence: null,
  };
}

/** The dialog that a peer's INVITE and our answer found; null: it has no Contact, or no tag. */
export function dialogOfInvite(
  request: SipRequest,
  { callId, from, fromTag, to, cseq }: Envelope,
  localTag: string,
): DialogState | null {
  const remoteTarget = contactOf(request);
  if (remoteTarget === null || fromTag === null) return null;
  const local: NameAddress = { ...to, parameters: new Map([...to.parameters, ['tag', localTag]]) };
  return {
    callId,
    local: writeNameAddress(local),
    localTag,
    remote: writeNameAddress(from),
    remoteTag: fromTag,
    remoteTarget,
    routeSet: routesOf(request),
    localSequence: 0,
    remoteSequence: cseq.number,
  };
}

/** A refresh may move the peer's Contact (RFC 3261 12.2.1.2). */
export function withTargetOf(dialog: DialogState, message: SipMessage): DialogState {
  const remoteTarget = contactOf(message);
  return remoteTarget === null ? dialog : { ...dialog, remoteTarget };
}

/** A request within the dialog, without Via and without counting it. */
export function requestWithin(
  dialog: DialogState,
  {
    method,
    sequence,
    headers,
    body,
  }: { method: string; sequence: number; headers: readonly Header[]; body: string },
): SipRequest {
  const { uri, routes } = routeOf(dialog);
  return {
    kind: 'request',
    method,
    uri,
    headers: [
      ...routes.map((value) => ({ name: 'route', value })),
      { name: 'max-forwards', value: '70' },
      { name: 'from', value: dialog.local },
      { name: 'to', value: dialog.remote },
      { name: 'call-id', value: dialog.callId },
      { name: 'cseq', value: `${sequence} ${method}` },
      ...headers,
    ],
    body,
  };
}

/** Where requests of the dialog go next: its first proxy, or the peer. */
export function nextHopOf({
  routeSet,
  remoteTarget,
}: Pick<DialogState, 'routeSet' | 'remoteTarget'>): string {
  return routeSet[0]?.replace(/^<|>.*$/g, '') ?? remoteTarget;
}

/** Whether another process of the installation hands on what is said. */
export function isFarDialog(dialog: Pick<DialogState, 'routeSet' | 'remoteTarget'>): boolean {
  return isFlowToken(parseUri(nextHopOf(dialog))?.user ?? null);
}

/** RFC 3261 12.2.1.1; a first proxy without `lr` routes as RFC 2543 did: by the Request-URI. */
function routeOf({ routeSet, remoteTarget }: DialogState): { uri: string; routes: readonly string[] } {
  const first = routeSet[0];
  if (first === undefined) return { uri: remoteTarget, routes: [] };
  const uri = first.replace(/^<|>.*$/g, '');
  if (parseUri(uri)?.parameters.has('lr') !== false) return { uri: remoteTarget, routes: routeSet };
  return { uri, routes: [...routeSet.slice(1), `<${remoteTarget}>`] };
}

function contactOf(message: SipMessage): string | null {
  const uri = parseNameAddresses(headersOf(message, 'contact'))[0]?.uri;
  return uri !== undefined && parseUri(uri) !== null ? uri : null;
}

function routesOf(message: SipMessage): string[] {
  return parseNameAddresses(headersOf(message, 'record-route')).map(writeNameAddress);
}
