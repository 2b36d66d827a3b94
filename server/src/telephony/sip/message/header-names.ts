/** Compact forms of RFC 3261 7.3.3 and extensions. */
const COMPACT: ReadonlyMap<string, string> = new Map([
  ['v', 'via'],
  ['f', 'from'],
  ['t', 'to'],
  ['i', 'call-id'],
  ['m', 'contact'],
  ['l', 'content-length'],
  ['c', 'content-type'],
  ['e', 'content-encoding'],
  ['k', 'supported'],
  ['s', 'subject'],
  ['o', 'event'],
  ['u', 'allow-events'],
  ['r', 'refer-to'],
  ['b', 'referred-by'],
  ['x', 'session-expires'],
  ['a', 'accept-contact'],
  ['j', 'reject-contact'],
  ['d', 'request-disposition'],
  ['y', 'identity'],
  ['n', 'identity-info'],
]);

const WIRE_NAMES: ReadonlyMap<string, string> = new Map([
  ['call-id', 'Call-ID'],
  ['cseq', 'CSeq'],
  ['www-authenticate', 'WWW-Authenticate'],
  ['min-se', 'Min-SE'],
]);

/** The long form in lower case. */
export function canonicalHeaderName(name: string): string {
  const lower = name.toLowerCase();
  return COMPACT.get(lower) ?? lower;
}

/** The usual capitalization: `max-forwards` → `Max-Forwards`. */
export function wireHeaderName(canonical: string): string {
  return WIRE_NAMES.get(canonical) ?? canonical.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
