import type { Credentials } from '../auth/credentials.ts';
import { type Envelope, readEnvelope } from '../message/envelope.ts';
import { type NameAddress, parseNameAddresses, writeNameAddress } from '../message/name-address.ts';
import {
  type Header,
  headersOf,
  type SipMessage,
  type SipRequest,
  type SipResponse,
  USER_AGENT_HEADER,
} from '../message/sip-message.ts';
import { parseUri } from '../message/uri.ts';
import { isFlowToken } from '../relay/flow-tokens.ts';
import type { Flow } from '../transport/flow.ts';

/** The state of a dialog (RFC 3261 12). Stored in pending hang-ups: do not rename fields. */
export interface DialogState {
  callId: string;
  /** Local address with tag, as written into From. */
  local: string;
  localTag: string;
  /** Remote address with tag, as written into To. */
  remote: string;
  remoteTag: string;
  /** The peer's Contact: the Request-URI of our requests. */
  remoteTarget: string;
  /** Route set in angle brackets, nearest proxy first. */
  routeSet: readonly string[];
  localSequence: number;
  /** CSeq number of the peer's last request; null before the first. */
  remoteSequence: number | null;
}

/** How the requests of a dialog reach the peer. */
export interface DialogOptions {
  /** Used only for the far end of `flow`. */
  credentials: Credentials;
  flow: Flow;
  /** True if the peer is registered here and can be reached only over `flow`. */
  isTelephone?: boolean;
  /** Trunk of the credentials. */
  trunk?: string | undefined;
}

/** The UAC dialog of an INVITE and its response; null if a tag is missing. */
export function dialogOfAnswer(invite: SipRequest, response: SipResponse): DialogState | null {
  const sent = readEnvelope(invite);
  const received = readEnvelope(response);
  if (sent === null || received === null || sent.fromTag === null || received.toTag === null) return null;
  return {
    callId: sent.callId,
    local: writeNameAddress(sent.from),
    localTag: sent.fromTag,
    remote: writeNameAddress(received.to),
    remoteTag: received.toTag,
    remoteTarget: contactOf(response) ?? received.to.uri,
    routeSet: routesOf(response).reverse(),
    localSequence: sent.cseq.number,
    remoteSequence: null,
  };
}

/** The UAS dialog of an incoming INVITE; null if its Contact or From tag is missing. */
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

/** Applies a target refresh (RFC 3261 12.2.1.2). */
export function withTargetOf(dialog: DialogState, message: SipMessage): DialogState {
  const remoteTarget = contactOf(message);
  return remoteTarget === null ? dialog : { ...dialog, remoteTarget };
}

/** A request within the dialog, without Via. Does not increment the CSeq number. */
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
      USER_AGENT_HEADER,
      ...headers,
    ],
    body,
  };
}

/** URI of the next hop: the first route, or the remote target. */
export function nextHopOf({
  routeSet,
  remoteTarget,
}: Pick<DialogState, 'routeSet' | 'remoteTarget'>): string {
  return routeSet[0]?.replace(/^<|>.*$/g, '') ?? remoteTarget;
}

/** True if another process of the installation relays the dialog. */
export function isRelayedDialog(dialog: Pick<DialogState, 'routeSet' | 'remoteTarget'>): boolean {
  return isFlowToken(parseUri(nextHopOf(dialog))?.user ?? null);
}

/** Request-URI and Route headers (RFC 3261 12.2.1.1). A first proxy without `lr` is a strict router (RFC 2543). */
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
