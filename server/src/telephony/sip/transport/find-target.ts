import { isIP } from 'node:net';
import { type Parameters, readParameters } from '../message/parameters.ts';
import { parseHostPort, type SipUri } from '../message/uri.ts';
import { isOneHost } from '../one-host.ts';
import type { Target, TransportName } from './flow.ts';
import type { Names } from './names.ts';
import { orderServices } from './order-services.ts';

/** A host as it is named, before anybody asks what its address is. */
export interface Destination {
  host: string;
  port: number | null;
  transport: TransportName;
}

/** Reads `host[:port][;transport=tcp]` as trunks keep it; null: it is none. */
export function parseDestination(text: string): Destination | null {
  const semicolon = text.indexOf(';');
  const target = parseHostPort(semicolon === -1 ? text : text.slice(0, semicolon));
  if (target === null) return null;
  const parameters = readParameters(semicolon === -1 ? '' : text.slice(semicolon));
  const transport = transportOf(parameters, target.port === 5061 ? 'tls' : 'udp');
  return transport === null ? null : { ...target, transport };
}

/** Where requests to an address go; null: nowhere we could. */
export function destinationOf(uri: SipUri): Destination | null {
  if (uri.scheme === 'tel') return null;
  const transport = transportOf(uri.parameters, uri.scheme === 'sips' ? 'tls' : 'udp');
  return transport === null
    ? null
    : { host: uri.parameters.get('maddr') ?? uri.host, port: uri.port, transport };
}

function transportOf(parameters: Parameters, fallback: TransportName): TransportName | null {
  const said = parameters.get('transport')?.toLowerCase() ?? fallback;
  return said === 'udp' || said === 'tcp' || said === 'tls' ? said : null;
}

/** More servers of one name are not tried. */
const MAX_TARGETS = 8;

/**
 * Finds addresses and ports by RFC 3263, in the order in which they are to be tried: a number as it stands, a name with a
 * port by its addresses, else by its services. Rejects where there is no address, or those are of many hosts or of none.
 * @param random from 0 to below 1, for the weights of services
 */
export async function findTargets(
  destination: Destination,
  names: Names,
  random: () => number = Math.random,
): Promise<Target[]> {
  const found = await lookUp(destination, names, random);
  const targets = found.filter(({ address }) => isOneHost(address)).slice(0, MAX_TARGETS);
  if (targets.length === 0) throw new Error('The address is not that of one host.');
  return targets;
}

async function lookUp(
  { host, port, transport }: Destination,
  names: Names,
  random: () => number,
): Promise<Target[]> {
  const fallbackPort = transport === 'tls' ? 5061 : 5060;
  if (isIP(host) !== 0) return [{ transport, address: host, port: port ?? fallbackPort, host }];
  const at = async (name: string, servicePort: number): Promise<Target[]> =>
    (await names.addresses(name)).map((address) => ({ transport, address, port: servicePort, host }));
  if (port === null && host.includes('.')) {
    const records = await names.services(`${SERVICES[transport]}.${host}`).catch(() => []);
    const services = records.filter((record) => record.port > 0 && record.name !== '' && record.name !== '.');
    const ordered = orderServices(services, random).slice(0, MAX_TARGETS);
    if (ordered.length > 0) return allFound(ordered.map((service) => at(service.name, service.port)));
  }
  return at(host, port ?? fallbackPort);
}

const SERVICES = { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' } as const;

/** All that were found, in order; rejects where none was. */
async function allFound(lookUps: readonly Promise<Target[]>[]): Promise<Target[]> {
  const settled = await Promise.allSettled(lookUps);
  const found = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (found.length === 0) throw new Error('None of the servers of that name has an address.');
  return found;
}
