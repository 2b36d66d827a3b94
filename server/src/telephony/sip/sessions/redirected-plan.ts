import { type DialPlan, trustOf } from '../dialog/dial-plan.ts';
import { parseNameAddresses } from '../message/name-address.ts';
import { headersOf, type SipResponse } from '../message/sip-message.ts';
import { parseUri, type SipUri, writeUri } from '../message/uri.ts';
import type { Flow } from '../transport/flow.ts';
import { destinationIn } from '../transport/return-path.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';

const REDIRECTS = new Set([300, 301, 302]);
const MAX_CONTACTS = 5;

/**
 * The plans for the Contacts of a redirect, the highest `q` first (RFC 3261 8.1.3.4); empty if it is not a redirect.
 * To and an outbound proxy stay the same.
 * @param flow over which the redirect arrived
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
  // Headers in the Contact URI are ignored.
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
  const { trunk: _before, login: _login, ...rest } = plan;
  return [
    {
      ...rest,
      uri: writeUri(address),
      destination,
      ...trustOf(trunk, { called: address, calling: from, destination }),
    },
  ];
}
