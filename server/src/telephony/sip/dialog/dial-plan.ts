import type { DialRequest } from '../../../voice/legs/outbound-route.ts';
import type { Login } from '../auth/credentials.ts';
import { type Header, type SipRequest, USER_AGENT_HEADER } from '../message/sip-message.ts';
import { type SipUri, writeUri } from '../message/uri.ts';
import { type Destination, destinationOf } from '../transport/find-target.ts';
import type { Path } from '../transport/flow.ts';
import { requestHeaders } from '../trunk/request-headers.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';
import {
  calledAddress,
  callingAddress,
  encryptsAudio,
  firstHop,
  loginOf,
  proxyRoute,
} from '../trunk/trunk-addresses.ts';
import { ALLOW, contactHeader, SUPPORTED } from './contact.ts';
import { timerOffer } from './timer-headers.ts';

/** How to place one outbound call. */
export interface DialPlan {
  /** To, and the Request-URI unless `uri` is set. */
  to: string;
  /** Request-URI of a redirected call. */
  uri?: string;
  from: string;
  callId: string;
  route: string | null;
  destination: Destination;
  /** Trunk whose registration flow is tried first. */
  trunk?: string;
  /** True for a phone registered here, which is reached at its source address and not at its Contact. */
  isTelephone?: boolean;
  /** Trunk of that phone. */
  extension?: string;
  /** IP address for audio if a process relays the signaling; absent for the destination. */
  audioPeer?: string;
  /** True if SRTP is required. */
  isEncrypted?: boolean;
  login: Login | null;
  /** Headers with data about the call. */
  headers?: readonly Header[];
}

/** Null if the address is invalid. @param attemptId becomes the Call-ID, so that carrier reports can be matched */
export function planDial(
  trunk: SipTrunk,
  { attemptId, from, to, headers }: Pick<DialRequest, 'attemptId' | 'from' | 'to' | 'headers'>,
): DialPlan | null {
  const called = calledAddress(to, trunk);
  const calling = callingAddress(from, trunk);
  const isForeign = /^sips?:/i.test(to) && trunk.outboundProxy === null;
  const destination = called !== null && isForeign ? destinationOf(called) : firstHop(trunk);
  if (called === null || calling === null || destination === null) return null;
  return {
    to: writeUri(called),
    from: writeUri(calling),
    callId: attemptId,
    route: proxyRoute(trunk),
    destination,
    isEncrypted: encryptsAudio(trunk),
    headers: requestHeaders(trunk, headers),
    ...trustOf(trunk, { called, calling, destination }),
  };
}

/** The trunk's credentials, only if the destination is the trunk's own server. */
export function trustOf(
  trunk: SipTrunk,
  { called, calling, destination }: { called: SipUri; calling: SipUri; destination: Destination },
): Pick<DialPlan, 'trunk' | 'login'> {
  if (!isSame(destination, firstHop(trunk))) return { login: null };
  return { trunk: trunk.id, login: isAtServer(called, calling) ? loginOf(trunk) : null };
}

/** True if an address is at a server. `maddr` would let a proxy send the request elsewhere. */
function isAtServer(called: SipUri, server: SipUri): boolean {
  const isSameHost = called.host.toLowerCase() === server.host.toLowerCase();
  return isSameHost && called.port === server.port && !called.parameters.has('maddr');
}

function isSame(one: Destination, other: Destination | null): boolean {
  return (
    one.host.toLowerCase() === other?.host.toLowerCase() &&
    one.port === other.port &&
    one.transport === other.transport
  );
}

/**
 * Maximum number of INVITEs of a plan at all servers together: with credentials, a fresh nonce, a longer interval and
 * a second server.
 */
export function mostInvites({ login }: Pick<DialPlan, 'login'>): number {
  return login === null ? 2 : 5;
}

/** The fields that all INVITEs of a plan share. */
export type PlannedInvite = Pick<DialPlan, 'to' | 'uri' | 'from' | 'callId' | 'route'>;

/** The headers of an INVITE that its CANCEL repeats, without Via (RFC 3261 9.1). */
export function bareInvite(
  { to, uri = to, from, callId, route }: PlannedInvite,
  { sequence, fromTag }: { sequence: number; fromTag: string },
): SipRequest {
  return {
    kind: 'request',
    method: 'INVITE',
    uri,
    headers: [
      ...(route === null ? [] : [{ name: 'route', value: route }]),
      { name: 'max-forwards', value: '70' },
      { name: 'from', value: `<${from}>;tag=${fromTag}` },
      { name: 'to', value: `<${to}>` },
      { name: 'call-id', value: callId },
      { name: 'cseq', value: `${sequence} INVITE` },
    ],
    body: '',
  };
}

export function inviteOf(
  bare: SipRequest,
  {
    path,
    plan,
    authHeaders,
    intervalSeconds,
    body,
  }: {
    path: Path;
    plan: Pick<DialPlan, 'headers'>;
    authHeaders: readonly Header[];
    intervalSeconds: number;
    body: string;
  },
): SipRequest {
  return {
    ...bare,
    headers: [
      ...bare.headers,
      USER_AGENT_HEADER,
      contactHeader(path),
      ALLOW,
      SUPPORTED,
      ...timerOffer(intervalSeconds).headers,
      ...(plan.headers ?? []),
      ...authHeaders,
      { name: 'content-type', value: 'application/sdp' },
    ],
    body,
  };
}
