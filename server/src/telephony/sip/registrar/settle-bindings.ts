import type { Header } from '../message/sip-message.ts';
import type { Binding } from './binding.ts';
import type { RegisterWish, WantedContact } from './read-register.ts';
import { isSameContact } from './same-contact.ts';

/** Of telephones of one extension; the one that renewed longest ago makes room. */
export const MAX_BINDINGS = 10;
/** Shorter would cost more than it is worth. */
const MIN_SECONDS = 60;
/** Shorter than a connection may be silent. */
const MAX_SECONDS = 1800;
/** A translator of addresses may begin anew at any time. */
const MAX_TRANSLATED_SECONDS = 300;

/** What all Contacts of one REGISTER share. */
export type Registered = Omit<
  Binding,
  'contact' | 'instance' | 'registration' | 'remainingSeconds' | 'address' | 'port' | 'isDirect'
> & {
  /** Where calls to a Contact go. */
  reach(contact: string): Pick<Binding, 'address' | 'port' | 'isDirect'>;
};

export type Settled =
  | { kind: 'refused'; status: 423 | 500; headers: Header[]; bindings: null }
  /** `bindings` are all that there are now; null: they stay as they are. */
  | { kind: 'settled'; bindings: readonly Binding[] | null };

/** What becomes of the bindings of an extension by a REGISTER (RFC 3261 10.3): all of it, or nothing. */
export function settleBindings(
  stored: readonly Binding[],
  wish: RegisterWish,
  registered: Registered,
): Settled {
  if (wish.kind === 'remove-all') {
    const isLate = stored.some((binding) => comesTooLate(binding, registered));
    return isLate ? refused(500) : { kind: 'settled', bindings: [] };
  }
  if (wish.contacts.length === 0) return { kind: 'settled', bindings: null };
  let bindings = [...stored];
  for (const contact of wish.contacts) {
    const wanted = contact.seconds ?? MAX_SECONDS;
    if (wanted > 0 && wanted < MIN_SECONDS) return refused(423);
    const before = bindings.filter((binding) => isOf(binding, contact));
    // Its own Contacts may name the same telephone twice.
    const isLate = before.some((one) => stored.includes(one) && comesTooLate(one, registered));
    if (isLate) return refused(500);
    bindings = bindings.filter((binding) => !before.includes(binding));
    if (wanted > 0) bindings.push(bind(contact, wanted, registered));
  }
  return { kind: 'settled', bindings: bindings.slice(-MAX_BINDINGS) };
}

function bind(
  { uri, instance, registration }: WantedContact,
  seconds: number,
  { reach, ...shared }: Registered,
): Binding {
  const place = reach(uri);
  const isTranslated = shared.transport === 'udp' && !place.isDirect;
  const most = isTranslated ? MAX_TRANSLATED_SECONDS : MAX_SECONDS;
  return {
    ...{ contact: uri, instance, registration, ...shared, ...place },
    remainingSeconds: Math.min(seconds, most),
  };
}

/** The same address, or the same telephone with another address. */
function isOf(binding: Binding, { uri, instance, registration }: WantedContact): boolean {
  const isDevice = instance !== null && binding.instance === instance;
  return (isDevice && binding.registration === registration) || isSameContact(binding.contact, uri);
}

function comesTooLate(binding: Binding, { callId, sequence }: Registered): boolean {
  return binding.callId === callId && sequence <= binding.sequence;
}

function refused(status: 423 | 500): Settled {
  const headers = status === 423 ? [{ name: 'min-expires', value: String(MIN_SECONDS) }] : [];
  return { kind: 'refused', status, headers, bindings: null };
}
