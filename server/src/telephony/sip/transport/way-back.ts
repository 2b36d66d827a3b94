import ipaddr from 'ipaddr.js';
import type { Destination } from './find-target.ts';
import type { Flow } from './flow.ts';

const LOCAL_RANGES = new Set(['private', 'loopback', 'linkLocal', 'carrierGradeNat', 'uniqueLocal']);

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
