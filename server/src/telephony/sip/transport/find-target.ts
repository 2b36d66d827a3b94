import { isIP } from 'node:net';
import { type Parameters, readParameters } from '../message/parameters.ts';
import { parseHostPort, type SipUri } from '../message/uri.ts';
import { isOneHost } from '../one-host.ts';
import type { Target, TransportName } from './flow.ts';
import type { NameResolver } from './name-resolver.ts';
import { orderServices } from './order-services.ts';

/** A host before DNS resolution. */
export interface Destination {
  host: string;
  port: number | null;
  transport: TransportName;
}

/** Parses a trunk's `host[:port][;transport=tcp]`; null if malformed. */
export function parseDestination(text: string): Destination | null {
  const semicolon = text.indexOf(';');
  const target = parseHostPort(semicolon === -1 ? text : text.slice(0, semicolon));
  if (target === null) return null;
  const parameters = readParameters(semicolon === -1 ? '' : text.slice(semicolon));
  const transport = transportOf(parameters, target.port === 5061 ? 'tls' : 'udp');
  return transport === null ? null : { ...target, transport };
}

/** The destination of a URI; null for `tel` or an unsupported transport. */
export function destinationOf(uri: SipUri): Destination | null {
  if (uri.scheme === 'tel') return null;
  const transport = transportOf(uri.parameters, uri.scheme === 'sips' ? 'tls' : 'udp');
  return transport === null
    ? null
    : { host: uri.parameters.get('maddr') ?? uri.host, port: uri.port, transport };
}

function transportOf(parameters: Parameters, fallback: TransportName): TransportName | null {
  const name = parameters.get('transport')?.toLowerCase() ?? fallback;
  return name === 'udp' || name === 'tcp' || name === 'tls' ? name : null;
}

const MAX_TARGETS = 8;

/**
 * Resolves a destination by RFC 3263 to servers in the order to try: an IP address directly, a name with a port by its
 * addresses, other names by SRV records. Rejects if there is no usable address.
 * @param random from 0 to below 1, for SRV weights
 */
export async function findTargets(
  destination: Destination,
  resolver: NameResolver,
  random: () => number = Math.random,
): Promise<Target[]> {
  const found = await lookUp(destination, resolver, random);
  const targets = found.filter(({ address }) => isOneHost(address)).slice(0, MAX_TARGETS);
  if (targets.length === 0) throw new Error('The host has no unicast address.');
  return targets;
}

async function lookUp(
  { host, port, transport }: Destination,
  resolver: NameResolver,
  random: () => number,
): Promise<Target[]> {
  const fallbackPort = transport === 'tls' ? 5061 : 5060;
  if (isIP(host) !== 0) return [{ transport, address: host, port: port ?? fallbackPort, host }];
  const at = async (name: string, servicePort: number): Promise<Target[]> =>
    (await resolver.addresses(name)).map((address) => ({ transport, address, port: servicePort, host }));
  if (port === null && host.includes('.')) {
    const records = await resolver.services(`${SERVICES[transport]}.${host}`).catch(() => []);
    const services = records.filter((record) => record.port > 0 && record.name !== '' && record.name !== '.');
    const ordered = orderServices(services, random).slice(0, MAX_TARGETS);
    if (ordered.length > 0) return allFound(ordered.map((service) => at(service.name, service.port)));
  }
  return at(host, port ?? fallbackPort);
}

const SERVICES = { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' } as const;

/** All found targets in order; rejects if all lookups failed. */
async function allFound(lookUps: readonly Promise<Target[]>[]): Promise<Target[]> {
  const settled = await Promise.allSettled(lookUps);
  const found = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (found.length === 0) throw new Error('No SIP server for this host could be resolved.');
  return found;
}
