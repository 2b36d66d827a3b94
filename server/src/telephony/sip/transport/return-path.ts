import ipaddr from 'ipaddr.js';
import type { SipUri } from '../message/uri.ts';
import { type Destination, destinationOf } from './find-target.ts';
import type { Flow } from './flow.ts';

const LOCAL_RANGES = new Set(['private', 'loopback', 'linkLocal', 'carrierGradeNat', 'uniqueLocal']);

/**
 * The destination of a peer's Contact within a dialog; null if unsupported. If the Contact has the host of an open
 * connection and no transport parameter, that connection is used, although the default is UDP.
 */
export function destinationIn(uri: SipUri, flow: Flow): Destination | null {
  const { transport, remoteAddress, calledAs } = flow;
  const destination = destinationOf(uri);
  const isExplicit = uri.scheme === 'sips' || uri.parameters.has('transport');
  if (destination === null || isExplicit || transport === 'udp' || !flow.isOpen()) return destination;
  const isPeer = [remoteAddress, calledAs?.toLowerCase()].includes(destination.host);
  return isPeer ? { ...destination, transport } : destination;
}

/**
 * True if requests go back over the peer's flow instead of to its Contact.
 * @param destination next hop of the dialog; null if unsupported
 */
export function usesReturnPath(
  destination: Destination | null,
  { flow, hasProxies, isTelephone = false }: { flow: Flow; hasProxies: boolean; isTelephone?: boolean },
): boolean {
  if (!flow.isOpen()) return false;
  if (destination === null || (isTelephone && !hasProxies)) return true;
  const isSamePeer = destination.host === flow.remoteAddress && destination.transport === flow.transport;
  if (flow.transport !== 'udp' && isSamePeer) return true;
  // A phone behind NAT has its private address in the Contact.
  return !hasProxies && isLocal(destination.host) && !isLocal(flow.remoteAddress);
}

function isLocal(address: string): boolean {
  return ipaddr.isValid(address) && LOCAL_RANGES.has(ipaddr.process(address).range());
}
