import { parseUri } from '../message/uri.ts';
import type { Via } from '../message/via.ts';
import { destinationOf } from '../transport/find-target.ts';
import type { Flow } from '../transport/flow.ts';
import type { Binding } from './binding.ts';

/**
 * Where calls to a Contact go: never to a place that only the telephone's word stands for, but to where its packets come
 * from. A telephone that does not say that it takes answers there (RFC 3581) is taken at its word for the port.
 */
export function reachOf(
  contact: string,
  { transport, remoteAddress, remotePort }: Flow,
  { parameters }: Via,
): Pick<Binding, 'address' | 'port' | 'isDirect'> {
  const uri = parseUri(contact);
  const destination = uri === null ? null : destinationOf(uri);
  const isThere = destination?.host === remoteAddress && destination.transport === transport;
  const named = isThere ? (destination.port ?? 5060) : null;
  if (transport !== 'udp') return { address: remoteAddress, port: remotePort, isDirect: false };
  const port = named === null || parameters.has('rport') ? remotePort : named;
  return { address: remoteAddress, port, isDirect: named === port };
}
