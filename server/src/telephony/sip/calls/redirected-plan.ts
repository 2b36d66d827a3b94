import { parseNameAddresses } from '../message/name-address.ts';
import { headersOf, type SipResponse } from '../message/sip-message.ts';
import { parseUri, type SipUri, writeUri } from '../message/uri.ts';
import type { Flow } from '../transport/flow.ts';
import { destinationIn } from '../transport/way-back.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';
import { type DialPlan, trustOf } from './dial-plan.ts';

const REDIRECTS = new Set([300, 301, 302]);
const MAX_CONTACTS = 5;

/**
 * The plans of a call that a refusal leads elsewhere, the most wanted first (RFC 3261 8.1.3.4); none: it leads nowhere. Who is called
 * stays, and so does a proxy that all goes over.
 * @param flow that the refusal came over
 */
export function plansOfRedirect(
  plan: DialPlan,
  response: SipResponse,
  { trunk, flow }: { trunk: SipTrunk; flow: Flow },
): DialPlan[] {
  if (!REDIRECTS.has(response.status)) return [];
  const contacts = parseNameAddresses(headersOf(response, 'contact')).slice(0, MAX_CONTACTS);
  const quality = (text: string | undefined): number => Number(text ?? 1) || 0;
  const ordered = contacts.toSorted(
    (one, other) => quality(other.parameters.get('q')) - quality(one.parameters.get('q')),
  );
  // What a Contact wants to be said in headers is not ours to say.
  const addresses = ordered.map(({ uri }) => parseUri(uri.replace(/\?.*$/s, '')));
  return addresses.flatMap((address) => (address === null ? [] : planAt(plan, address, { trunk, flow })));
}

function planAt(
  plan: DialPlan,
  address: SipUri,
  { trunk, flow }: { trunk: SipTrunk; flow: Flow },
): DialPlan[] {
  const destination = plan.route === null ? destinationIn(address, flow) : plan.destination;
  const from = parseUri(plan.from);
  if (address.scheme === 'tel' || destination === null || from === null) return [];
  const { trunk: _before, login: _unproved, ...rest } = plan;
  return [
    {
      ...rest,
      uri: writeUri(address),
      destination,
      ...trustOf(trunk, { called: address, calling: from, destination }),
    },
  ];
}
