import type { Login } from '../auth/credentials.ts';
import { readParameters } from '../message/parameters.ts';
import { parseUri, type SipUri, writeUri } from '../message/uri.ts';
import { type Destination, parseDestination } from '../transport/find-target.ts';
import { dialedNumber } from './numbers.ts';
import type { SipTrunk } from './sip-trunk.ts';

export function loginOf({ username, password }: SipTrunk): Login | null {
  return username === null || password === null ? null : { username, password };
}

/** URI to call: a number at the trunk's server in the trunk's format, or a SIP URI unchanged. Null if invalid. */
export function calledAddress(to: string, trunk: SipTrunk): SipUri | null {
  if (/^sips?:/i.test(to)) return parseUri(to);
  return to.trim() === '' ? null : addressAt(trunk, dialedNumber(to.trim(), trunk));
}

/** Our URI at the trunk's server: the extension, or the calling number. Null if invalid. */
export function callingAddress(from: string, trunk: SipTrunk): SipUri | null {
  const user = trunk.type === 'extension' ? (trunk.username ?? trunk.phoneNumber) : dialedNumber(from, trunk);
  return addressAt(trunk, user);
}

/** The address of record that an extension registers. */
export function registeredAddress(trunk: SipTrunk): SipUri | null {
  return addressAt(trunk, trunk.username ?? trunk.phoneNumber);
}

export function serverAddress(trunk: SipTrunk): SipUri | null {
  return addressAt(trunk, null);
}

/** True if the trunk requires SRTP (`;media=srtp` in its address). */
export function encryptsAudio({ address }: SipTrunk): boolean {
  const parameters = readParameters(/;.*$/s.exec(address)?.[0] ?? '');
  return parameters.get('media')?.toLowerCase() === 'srtp';
}

export function firstHop(trunk: SipTrunk): Destination | null {
  return parseDestination(trunk.outboundProxy ?? trunk.address);
}

/** Route header for the outbound proxy (RFC 3261 8.1.2); null if missing. */
export function proxyRoute(trunk: SipTrunk): string | null {
  const proxy = trunk.outboundProxy === null ? null : parseDestination(trunk.outboundProxy);
  if (proxy === null) return null;
  const parameters = new Map<string, string>(
    proxy.transport === 'udp' ? [] : [['transport', proxy.transport]],
  );
  parameters.set('lr', '');
  return `<${writeUri({ scheme: 'sip', user: null, host: proxy.host, port: proxy.port, parameters })}>`;
}

/** Address of an extension without a server, whose phones register with us. */
const NO_SERVER = 'dynamic';

/** True if the trunk has a server, and not only registered phones. */
export function hasServer({ address }: SipTrunk): boolean {
  return address.replace(/;.*$/s, '').toLowerCase() !== NO_SERVER;
}

function addressAt(trunk: SipTrunk, user: string | null): SipUri | null {
  const server = hasServer(trunk) ? parseDestination(trunk.address) : null;
  if (server === null) return null;
  const { host, port, transport } = server;
  const isNamed = transport !== 'udp' && trunk.outboundProxy === null;
  const parameters = new Map(isNamed ? [['transport', transport]] : []);
  return { scheme: 'sip', user, host, port, parameters };
}
