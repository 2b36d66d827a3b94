import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type Parameters, readParameters } from '../message/parameters.ts';
import { parseHostPort, type SipUri } from '../message/uri.ts';
import { isOneHost } from '../one-host.ts';
import type { Target, TransportName } from './flow.ts';

/** A host as it is named, before anybody asks what its address is. */
export interface Destination {
  host: string;
  port: number | null;
  transport: TransportName;
}

export interface ServiceRecord {
  name: string;
  port: number;
  priority: number;
  weight: number;
}

/** Where names are looked up. */
export interface Names {
  /** One IP address; rejects where there is none. */
  address(host: string): Promise<string>;
  /** SRV records; empty where there are none. */
  services(name: string): Promise<readonly ServiceRecord[]>;
}

export const systemNames: Names = {
  address: async (host) => (await lookup(host, { order: 'ipv4first' })).address,
  services: (name) =>
    new Resolver({ timeout: 2000, tries: 2 }).resolveSrv(name).catch((): ServiceRecord[] => []),
};

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

/**
 * Finds address and port by RFC 3263: a number as it stands, a name with a port by its address, else by its services.
 * Rejects where there is no address, or one of many hosts or of none.
 */
export async function findTarget(destination: Destination, names: Names): Promise<Target> {
  const target = await lookUp(destination, names);
  if (!isOneHost(target.address)) throw new Error('The address is not that of one host.');
  return target;
}

async function lookUp({ host, port, transport }: Destination, names: Names): Promise<Target> {
  const fallbackPort = transport === 'tls' ? 5061 : 5060;
  if (isIP(host) !== 0) return { transport, address: host, port: port ?? fallbackPort, host };
  if (port === null && host.includes('.')) {
    const service = firstService(await names.services(`${SERVICES[transport]}.${host}`));
    if (service !== null) {
      return { transport, address: await names.address(service.name), port: service.port, host };
    }
  }
  return { transport, address: await names.address(host), port: port ?? fallbackPort, host };
}

const SERVICES = { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' } as const;

/** Lowest priority first, then the heaviest. */
function firstService(records: readonly ServiceRecord[]): ServiceRecord | null {
  const [first] = records
    .filter(({ name, port }) => name !== '' && name !== '.' && port > 0)
    .sort((one, other) => one.priority - other.priority || other.weight - one.weight);
  return first ?? null;
}
