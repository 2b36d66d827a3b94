import { type NameAddress, parseNameAddresses } from '../message/name-address.ts';
import { headerOf, headersOf, type SipRequest } from '../message/sip-message.ts';
import { parseUri } from '../message/uri.ts';

export interface RequestedContact {
  uri: string;
  instance: string | null;
  registration: string | null;
  /** 0 to remove the binding; null if not specified. */
  seconds: number | null;
}

/** A parsed REGISTER (RFC 3261 10.2); without contacts it only queries the bindings. */
export type RegisterRequest = { kind: 'remove-all' } | { kind: 'change'; contacts: RequestedContact[] };

const MAX_CONTACTS = 20;
const MAX_CONTACT_CHARACTERS = 500;
const MAX_TAG_CHARACTERS = 200;

/** Null if malformed (400). Never throws. */
export function readRegister(request: SipRequest): RegisterRequest | null {
  const lines = headersOf(request, 'contact');
  const expires = readSeconds(headerOf(request, 'expires'));
  const stars = lines.filter((line) => /(?:^|,)\s*\*\s*(?:;|,|$)/.test(line)).length;
  if (stars > 0) {
    const isAlone = lines.length === 1 && lines[0]?.trim() === '*';
    return isAlone && expires === 0 ? { kind: 'remove-all' } : null;
  }
  const addresses = parseNameAddresses(lines);
  // Contact headers without a single readable address.
  if (addresses.length === 0 && lines.some((line) => line.trim() !== '')) return null;
  const contacts = addresses.map((address) => readContact(address, expires));
  const read = contacts.filter((contact) => contact !== null);
  return read.length < contacts.length || read.length > MAX_CONTACTS
    ? null
    : { kind: 'change', contacts: read };
}

function readContact({ uri, parameters }: NameAddress, expires: number | null): RequestedContact | null {
  const address = uri.replace(/\?.*$/s, '');
  const parsed = parseUri(address);
  if (parsed === null || parsed.scheme === 'tel' || !isStorable(address, MAX_CONTACT_CHARACTERS)) return null;
  return {
    uri: address,
    instance: tagIn(parameters.get('+sip.instance')),
    registration: tagIn(parameters.get('reg-id')),
    seconds: readSeconds(parameters.get('expires')) ?? expires,
  };
}

/** Short enough and without control characters. */
export function isStorable(text: string, maxCharacters: number): boolean {
  return text.length <= maxCharacters && !/\p{Cc}/u.test(text);
}

/** Echoed within quotes in responses, so quotes are not allowed. */
function tagIn(text: string | undefined): string | null {
  if (text === undefined || text === '' || text.length > MAX_TAG_CHARACTERS) return null;
  return /^[\w<>:.@-]+$/.test(text) ? text : null;
}

/** A malformed number counts as missing (RFC 3261 20.19). */
function readSeconds(text: string | null | undefined): number | null {
  return /^\d{1,10}$/.test(text?.trim() ?? '') ? Number(text) : null;
}
