import type { Login } from '../auth/credentials.ts';
import { readParameters } from '../message/parameters.ts';
import { parseUri, type SipUri, writeUri } from '../message/uri.ts';
import { type Destination, parseDestination } from '../transport/find-target.ts';
import { dialledNumber } from './numbers.ts';
import type { SipTrunk } from './sip-trunk.ts';

/** What the password proves; null: the trunk has none. */
export function loginOf({ username, password }: SipTrunk): Login | null {
  return username === null || password === null ? null : { username, password };
}

/** What is called: a number at the trunk's server in the trunk's format, or an address as it stands. Null: unreadable. */
export function calledAddress(to: string, trunk: SipTrunk): SipUri | null {
  if (/^sips?:/i.test(to)) return parseUri(to);
  return to.trim() === '' ? null : addressAt(trunk, dialledNumber(to.trim(), trunk));
}

/** Who we are to the trunk's server: the extension, or the number that calls. Null: the address cannot be read. */
export function callingAddress(from: string, trunk: SipTrunk): SipUri | null {
  const user =
    trunk.type === 'extension' ? (trunk.username ?? trunk.phoneNumber) : dialledNumber(from, trunk);
  return addressAt(trunk, user);
}

/** The address that an extension registers. */
export function registeredAddress(trunk: SipTrunk): SipUri | null {
  return addressAt(trunk, trunk.username ?? trunk.phoneNumber);
}

/** The server's own address: the Request-URI of a REGISTER. */
export function serverAddress(trunk: SipTrunk): SipUri | null {
  return addressAt(trunk, null);
}

/** Whether calls over the trunk are offered with encrypted audio alone: its address says `;media=srtp`. */
export function encryptsAudio({ address }: SipTrunk): boolean {
  const parameters = readParameters(/;.*$/s.exec(address)?.[0] ?? '');
  return parameters.get('media')?.toLowerCase() === 'srtp';
}

/** Where requests go first. */
export function firstHop(trunk: SipTrunk): Destination | null {
  return parseDestination(trunk.outboundProxy ?? trunk.address);
}

/** The Route that leads over the trunk's proxy (RFC 3261 8.1.2); null: none. */
export function proxyRoute(trunk: SipTrunk): string | null {
  const proxy = trunk.outboundProxy === null ? null : parseDestination(trunk.outboundProxy);
  if (proxy === null) return null;
  const parameters = new Map<string, string>(
    proxy.transport === 'udp' ? [] : [['transport', proxy.transport]],
  );
  parameters.set('lr', '');
  return `<${writeUri({ scheme: 'sip', user: null, host: proxy.host, port: proxy.port, parameters })}>`;
}

/** What stands for an address where the telephones of an extension register with us, and nobody else has anything to do with it. */
const NO_SERVER = 'dynamic';

/** Whether somebody takes calls over a trunk to anybody but its own telephones. */
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
