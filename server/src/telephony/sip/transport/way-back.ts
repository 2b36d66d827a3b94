import ipaddr from 'ipaddr.js';
import type { SipUri } from '../message/uri.ts';
import { type Destination, destinationOf } from './find-target.ts';
import type { Flow } from './flow.ts';

const LOCAL_RANGES = new Set(['private', 'loopback', 'linkLocal', 'carrierGradeNat', 'uniqueLocal']);

/**
 * Where requests of a dialog go by an address that its peer has named; null: nowhere we could. Whoever speaks over a connection
 * and names no more than its host is reached over it while it is up, though an address without a transport means UDP.
 */
export function destinationIn(uri: SipUri, flow: Flow): Destination | null {
  const { transport, remoteAddress, calledAs } = flow;
  const destination = destinationOf(uri);
  const isSaid = uri.scheme === 'sips' || uri.parameters.has('transport');
  if (destination === null || isSaid || transport === 'udp' || !flow.isOpen()) return destination;
  const isPeer = [remoteAddress, calledAs?.toLowerCase()].includes(destination.host);
  return isPeer ? { ...destination, transport } : destination;
}

/**
 * Whether requests go back the way that the peer's came instead of where its Contact says.
 * @param destination what the dialog says; null: nowhere that we can reach
 */
export function goesBack(
  destination: Destination | null,
  { flow, hasProxies, isTelephone = false }: { flow: Flow; hasProxies: boolean; isTelephone?: boolean },
): boolean {
  if (!flow.isOpen()) return false;
  if (destination === null || (isTelephone && !hasProxies)) return true;
  const isSamePeer = destination.host === flow.remoteAddress && destination.transport === flow.transport;
  if (flow.transport !== 'udp' && isSamePeer) return true;
  // A phone behind address translation names the address that it knows itself by.
  return !hasProxies && isLocal(destination.host) && !isLocal(flow.remoteAddress);
}

function isLocal(address: string): boolean {
  return ipaddr.isValid(address) && LOCAL_RANGES.has(ipaddr.process(address).range());
}
