import type { DialPlan } from '../dialog/dial-plan.ts';
import { parseHostPort, writeUri } from '../message/uri.ts';
import type { Binding, Holder } from './binding.ts';

/** True if this process can send to a phone: TCP and TLS need its connection, UDP behind NAT its socket. */
export function isReachable(
  binding: Binding,
  { holder, isConnected }: { holder: Holder; isConnected(binding: Binding): boolean },
): boolean {
  if (binding.transport === 'udp') return binding.isDirect || binding.place === holder.place;
  return binding.processId === holder.processId && isConnected(binding);
}

/** A call to a phone via the process that can reach it (RFC 5626 5.3). @param route Route header for that process */
export function planRelayedTelephone(
  plan: DialPlan,
  { address, transport }: Pick<Binding, 'address' | 'transport'>,
  { route, host, port }: { route: string; host: string; port: number },
): DialPlan {
  // Both hops must be reliable or unreliable, because the relay does not retransmit.
  const between = transport === 'udp' ? 'udp' : 'tcp';
  return { ...plan, route, destination: { host, port, transport: between }, audioPeer: address };
}

/** A call to a phone. @param index of the branch; each branch gets its own Call-ID */
export function planTelephone(
  { contact, address, port, transport, domain }: Binding,
  about: { attemptId: string; from: string; isEncrypted: boolean },
  index: number,
): DialPlan {
  const { attemptId, from, isEncrypted } = about;
  const host = parseHostPort(domain) ?? { host: 'parley.invalid', port: null };
  const user = from === '' ? 'anonymous' : from;
  return {
    to: contact,
    from: writeUri({ scheme: 'sip', user, ...host, parameters: new Map() }),
    callId: index === 0 ? attemptId : `${attemptId}-${index + 1}`,
    isTelephone: true,
    route: null,
    destination: { host: address, port, transport },
    login: null,
    isEncrypted,
  };
}
