import type { DialPlan } from '../calls/dial-plan.ts';
import { parseHostPort, writeUri } from '../message/uri.ts';
import type { Binding, Holder } from './binding.ts';

/** Whether this process can call a telephone: a connection is its holder's alone, a translated address its socket's. */
export function isReachable(
  binding: Binding,
  { holder, isConnected }: { holder: Holder; isConnected(binding: Binding): boolean },
): boolean {
  if (binding.transport === 'udp') return binding.isDirect || binding.place === holder.place;
  return binding.processId === holder.processId && isConnected(binding);
}

/** A call of a telephone that only another process reaches, which hands on what is said (RFC 5626 5.3). @param route to it */
export function planFarTelephone(
  plan: DialPlan,
  { address, transport }: Pick<Binding, 'address' | 'transport'>,
  { route, host, port }: { route: string; host: string; port: number },
): DialPlan {
  // What is repeated between us has to be repeated to the telephone, and what is not, not.
  const between = transport === 'udp' ? 'udp' : 'tcp';
  return { ...plan, route, destination: { host, port, transport: between }, audioPeer: address };
}

/** A call of a telephone. @param index of those that are called at once; each call has a name of its own */
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
