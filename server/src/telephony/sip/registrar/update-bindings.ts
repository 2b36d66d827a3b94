import type { Header } from '../message/sip-message.ts';
import { parseUri } from '../message/uri.ts';
import type { Binding } from './binding.ts';
import type { RegisterRequest, RequestedContact } from './read-register.ts';

/** Per extension; the least recently renewed binding is dropped. */
export const MAX_BINDINGS = 10;
const MIN_SECONDS = 60;
/** Shorter than the idle timeout of connections. */
const MAX_SECONDS = 1800;
/** A NAT may lose its bindings at any time. */
const MAX_NAT_SECONDS = 300;

export type SharedBinding = Omit<
  Binding,
  'contact' | 'instance' | 'registration' | 'remainingSeconds' | 'address' | 'port' | 'isDirect'
> & {
  addressOf(contact: string): Pick<Binding, 'address' | 'port' | 'isDirect'>;
};

export type BindingUpdate =
  | { kind: 'refused'; status: 423 | 500; headers: Header[]; bindings: null }
  /** `bindings` is the complete new list; null if unchanged. */
  | { kind: 'settled'; bindings: readonly Binding[] | null };

/** Applies a REGISTER to the bindings of an extension, completely or not at all (RFC 3261 10.3). */
export function updateBindings(
  stored: readonly Binding[],
  register: RegisterRequest,
  registered: SharedBinding,
): BindingUpdate {
  if (register.kind === 'remove-all') {
    const isLate = stored.some((binding) => isOutOfOrder(binding, registered));
    return isLate ? refused(500) : { kind: 'settled', bindings: [] };
  }
  if (register.contacts.length === 0) return { kind: 'settled', bindings: null };
  let bindings = [...stored];
  for (const contact of register.contacts) {
    const wanted = contact.seconds ?? MAX_SECONDS;
    if (wanted > 0 && wanted < MIN_SECONDS) return refused(423);
    const before = bindings.filter((binding) => isOf(binding, contact));
    // One REGISTER may contain the same Contact twice.
    const isLate = before.some((one) => stored.includes(one) && isOutOfOrder(one, registered));
    if (isLate) return refused(500);
    bindings = bindings.filter((binding) => !before.includes(binding));
    if (wanted > 0) bindings.push(bind(contact, wanted, registered));
  }
  return { kind: 'settled', bindings: bindings.slice(-MAX_BINDINGS) };
}

function bind(
  { uri, instance, registration }: RequestedContact,
  seconds: number,
  { addressOf, ...shared }: SharedBinding,
): Binding {
  const address = addressOf(uri);
  const isBehindNat = shared.transport === 'udp' && !address.isDirect;
  const maxSeconds = isBehindNat ? MAX_NAT_SECONDS : MAX_SECONDS;
  return {
    contact: uri,
    instance,
    registration,
    ...shared,
    ...address,
    remainingSeconds: Math.min(seconds, maxSeconds),
  };
}

/** The same URI, or the same device with a new URI. */
function isOf(binding: Binding, { uri, instance, registration }: RequestedContact): boolean {
  const isDevice = instance !== null && binding.instance === instance;
  return (isDevice && binding.registration === registration) || isSameContact(binding.contact, uri);
}

function isOutOfOrder(binding: Binding, { callId, sequence }: SharedBinding): boolean {
  return binding.callId === callId && sequence <= binding.sequence;
}

function refused(status: 423 | 500): BindingUpdate {
  const headers = status === 423 ? [{ name: 'min-expires', value: String(MIN_SECONDS) }] : [];
  return { kind: 'refused', status, headers, bindings: null };
}

/** Parameters that make URIs different even if only one URI has them (RFC 3261 19.1.4). */
const SIGNIFICANT_PARAMETERS = ['user', 'ttl', 'method', 'maddr', 'transport'];

/** URI comparison by RFC 3261 19.1.4. A malformed URI equals no other. */
export function isSameContact(one: string, other: string): boolean {
  const first = parseUri(one);
  const second = parseUri(other);
  if (first === null || second === null) return false;
  const isSameAddress =
    first.scheme === second.scheme &&
    first.user === second.user &&
    first.host === second.host &&
    first.port === second.port;
  if (!isSameAddress) return false;
  const names = new Set([...first.parameters.keys(), ...second.parameters.keys()]);
  return [...names].every((name) => {
    const [mine, theirs] = [first.parameters.get(name), second.parameters.get(name)];
    if (mine === undefined || theirs === undefined) return !SIGNIFICANT_PARAMETERS.includes(name);
    return mine.toLowerCase() === theirs.toLowerCase();
  });
}
