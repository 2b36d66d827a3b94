import { parseUri } from '../message/uri.ts';
import type { Via } from '../message/via.ts';
import { destinationOf } from '../transport/find-target.ts';
import type { Flow } from '../transport/flow.ts';
import type { Binding } from './binding.ts';

/**
 * The address for calls to a Contact: always the source address of the REGISTER, never an address that is only claimed.
 * Without `rport` (RFC 3581) the port of the Contact is used.
 */
export function contactAddressOf(
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
