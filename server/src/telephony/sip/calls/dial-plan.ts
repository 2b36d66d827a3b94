import type { Login } from '../auth/credentials.ts';
import { ALLOW, contactHeader, SUPPORTED } from '../dialog/contact.ts';
import type { Header, SipRequest } from '../message/sip-message.ts';
import { randomToken } from '../message/tokens.ts';
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
  /** Request-URI and To. */
  to: string;
  from: string;
  fromTag: string;
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
    fromTag: randomToken(),
    callId: attemptId,
    route: proxyRoute(trunk),
    destination,
    ...(isSame(destination, firstHop(trunk)) ? { trunk: trunk.id } : {}),
    isEncrypted: encryptsAudio(trunk),
    // The password is for the trunk's own server, and never shown to another.
    login: isAtServer(called, calling) && isSame(destination, firstHop(trunk)) ? loginOf(trunk) : null,
  };
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

/** One INVITE of the plan, without Via. */
export function inviteOf(
  plan: DialPlan,
  attempt: { sequence: number; way: Way; proofs: readonly Header[]; intervalSeconds: number; body: string },
): SipRequest {
  const { sequence, way, proofs, intervalSeconds, body } = attempt;
  return {
    kind: 'request',
    method: 'INVITE',
    uri: plan.to,
    headers: [
      ...(plan.route === null ? [] : [{ name: 'route', value: plan.route }]),
      { name: 'max-forwards', value: '70' },
      { name: 'from', value: `<${plan.from}>;tag=${plan.fromTag}` },
      { name: 'to', value: `<${plan.to}>` },
      { name: 'call-id', value: plan.callId },
      { name: 'cseq', value: `${sequence} INVITE` },
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
