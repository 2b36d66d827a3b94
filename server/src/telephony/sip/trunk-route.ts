import type { DialEvent, Dialing, DialRequest, OutboundRoute } from '../../voice/legs/outbound-route.ts';
import { planDial } from './dialog/dial-plan.ts';
import { writeUri } from './message/uri.ts';
import { findTelephones, type Telephones } from './registrar/find-telephones.ts';
import { ForkedCall } from './sessions/forked-call.ts';
import { OpenInvites } from './sessions/open-invites.ts';
import { OutboundCall } from './sessions/outbound-call.ts';
import { Redirects } from './sessions/redirects.ts';
import type { ReferralTo } from './sessions/referral.ts';
import type { Stack } from './stack.ts';
import { isOwnNumber } from './trunk/numbers.ts';
import { requestHeaders } from './trunk/request-headers.ts';
import type { SipTrunk } from './trunk/sip-trunk.ts';
import { calledAddress, hasServer } from './trunk/trunk-addresses.ts';

/** Live calls, ended with the agent. */
export type Pending = Set<{ cancel(): void }>;

export interface TrunkRouteDeps {
  stack: Stack;
  pending: Pending;
  /** Null if no phones register here. */
  telephones: Telephones | null;
}

/** The outbound route of a trunk. An extension's own number rings its registered phones. */
export function trunkRoute(trunk: SipTrunk, deps: TrunkRouteDeps): OutboundRoute {
  const { telephones } = deps;
  const toServer = serverDial(trunk, deps);
  const dial = (request: DialRequest, listener: (event: DialEvent) => void): Dialing => {
    const isInside = telephones !== null && isOwnNumber(trunk, request.to);
    const storePendingHangUps = request.storePendingHangUps ?? (() => Promise.resolve());
    const open = new OpenInvites({ processId: deps.stack.processId, storePendingHangUps });
    const call = isInside
      ? keepPending(deps.pending, (settled) => {
          const branchRequest = { ...request, open, isStored: false };
          // Registrations are looked up per call.
          const find = () => findTelephones(trunk, branchRequest, { ...deps, telephones, toServer });
          return new ForkedCall({ find, listener, settled });
        })
      : toServer({ ...request, open }, listener);
    return { cancel: () => call.cancel(), pendingHangUps: open.pendingHangUps };
  };
  return { name: trunk.id, dial };
}

export interface OpenDial extends DialRequest {
  open: OpenInvites;
}

export type DialAt = (request: OpenDial, listener: (event: DialEvent) => void) => Dialing;

function serverDial(trunk: SipTrunk, { stack, pending }: TrunkRouteDeps): DialAt {
  return (request, listener) => {
    const { ringingTimeMs, ringing, isStored = false, open: all } = request;
    const plan = planDial(trunk, request);
    if (plan === null) {
      queueMicrotask(() => listener({ type: 'failed', ...withoutPlan(trunk) }));
      return { cancel: () => undefined };
    }
    const referralTo = referralsOf(trunk);
    const open = all.begin(plan);
    const store = isStored ? {} : { store: () => all.storePendingHangUps() };
    return keepPending(
      pending,
      (settled) =>
        new OutboundCall({
          stack,
          plan,
          ringingTimeMs,
          listener,
          ringing,
          open,
          ...store,
          settled,
          referralTo,
          redirects: new Redirects({ stack, trunk, open: all }),
        }),
    );
  };
}

function withoutPlan(trunk: SipTrunk): Omit<Extract<DialEvent, { type: 'failed' }>, 'type'> {
  if (hasServer(trunk)) {
    return { failure: 'invalid-number', code: null, reason: 'The address is invalid.' };
  }
  const reason = 'The extension has no server and can call only its own phones.';
  return { failure: 'unavailable', code: null, reason };
}

function keepPending<Call extends { cancel(): void }>(
  pending: Pending,
  begin: (settled: () => void) => Call,
): Call {
  const call = begin(() => pending.delete(call));
  pending.add(call);
  return call;
}

/** Transfers to numbers as the trunk's server expects them; null for a number that cannot be called. */
export function referralsOf(trunk: SipTrunk): ReferralTo {
  return (target, headers) => {
    const address = calledAddress(target, trunk);
    return address === null ? null : { uri: writeUri(address), headers: requestHeaders(trunk, headers) };
  };
}
