import type { Login } from '../auth/credentials.ts';
import { ALLOW, contactHeader, SUPPORTED } from '../dialog/contact.ts';
import type { Header, SipRequest } from '../message/sip-message.ts';
import { type SipUri, writeUri } from '../message/uri.ts';
import type { Way } from '../transaction/transactions.ts';
import { type Destination, destinationOf } from '../transport/find-target.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';
import {
  calledAddress,
  callingAddress,
  encryptsAudio,
  firstHop,
  loginOf,
  proxyRoute,
} from '../trunk/trunk-addresses.ts';
import { timerOffer } from './timer-headers.ts';

/** Everything about a call that is to be made that is known before. */
export interface DialPlan {
  /** To, and the Request-URI where no other stands. */
  to: string;
  /** Request-URI of a call that was led elsewhere. */
  uri?: string;
  from: string;
  callId: string;
  route: string | null;
  destination: Destination;
  /** The trunk whose registration shows the way; absent: the destination alone. */
  trunk?: string;
  /** A telephone that has registered here: it is reached where its packets come from, whatever its Contact says. */
  isTelephone?: boolean;
  /** IP address of whoever is behind the destination, to which the audio goes directly; absent: the destination itself. */
  audioPeer?: string;
  /** Whether the audio is encrypted, or there is no call. */
  isEncrypted?: boolean;
  login: Login | null;
}

/** Null: there is no such address. @param attemptId becomes the Call-ID, so that the carrier's reports lead back to it */
export function planDial(
  trunk: SipTrunk,
  { attemptId, from, to }: { attemptId: string; from: string; to: string },
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
    ...trustOf(trunk, { called, calling, destination }),
  };
}

/** What a plan has of its trunk: the password is for the trunk's own server, and never shown to another. */
export function trustOf(
  trunk: SipTrunk,
  { called, calling, destination }: { called: SipUri; calling: SipUri; destination: Destination },
): Pick<DialPlan, 'trunk' | 'login'> {
  if (!isSame(destination, firstHop(trunk))) return { login: null };
  return { trunk: trunk.id, login: isAtServer(called, calling) ? loginOf(trunk) : null };
}

/** Whether a proxy, too, takes a request to the address's own host: `maddr` would send it anywhere. */
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

/** INVITEs of a plan, at all servers together: with a proof, a fresh nonce, a longer interval, and once more for a second server. */
export function mostInvites({ login }: Pick<DialPlan, 'login'>): number {
  return login === null ? 2 : 5;
}

/** What a plan says of all of its INVITEs. */
export type PlannedInvite = Pick<DialPlan, 'to' | 'uri' | 'from' | 'callId' | 'route'>;

/** One INVITE of a plan as far as a CANCEL repeats it, without Via. */
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

/** The whole of it. */
export function inviteOf(
  bare: SipRequest,
  {
    way,
    proofs,
    intervalSeconds,
    body,
  }: { way: Way; proofs: readonly Header[]; intervalSeconds: number; body: string },
): SipRequest {
  return {
    ...bare,
    headers: [
      ...bare.headers,
      contactHeader(way),
      ALLOW,
      SUPPORTED,
      ...timerOffer(intervalSeconds).headers,
      ...proofs,
      { name: 'content-type', value: 'application/sdp' },
    ],
    body,
  };
}
