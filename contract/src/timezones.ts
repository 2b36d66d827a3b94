/**
 * Names without a region that Node and PostgreSQL interpret the same way all year. Node accepts more names, which
 * PostgreSQL does not know (PST) or interprets differently (IST, and CET in summer).
 */
export const PLAIN_TIMEZONES = [
  ...(['UTC', 'UCT', 'Universal', 'Zulu', 'GMT', 'GMT+0', 'GMT-0', 'GMT0', 'Greenwich'] as const),
  ...(['EST', 'MST', 'HST', 'EST5EDT', 'CST6CDT', 'MST7MDT', 'PST8PDT'] as const),
  ...([
    'Cuba',
    'Egypt',
    'Eire',
    'GB',
    'GB-Eire',
    'Hongkong',
    'Iceland',
    'Iran',
    'Israel',
    'Jamaica',
  ] as const),
  ...(['Japan', 'Kwajalein', 'Libya', 'Navajo', 'NZ', 'NZ-CHAT', 'Poland', 'Portugal', 'PRC'] as const),
  ...(['ROC', 'ROK', 'Singapore', 'Turkey', 'W-SU'] as const),
] as const;

const plain = new Set<string>(PLAIN_TIMEZONES.map((name) => name.toLowerCase()));

/** A name that Node accepts but the IANA tables of databases lack. */
const RUNTIMES_OWN = 'us/pacific-new';

/** The name as the IANA tables spell it; unknown values and other names of a zone stay as they are. */
export function timezoneSpelling(value: string): string {
  if (!isTimezone(value)) return value;
  const spelled = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  return spelled.toLowerCase() === value.toLowerCase() ? spelled : value;
}

/** Cache of valid names, because asking Node costs more than all other rules of a request together. */
const known = new Set<string>();
const MAX_KNOWN = 1000;

export function isTimezone(value: string): boolean {
  if (known.has(value)) return true;
  const name = value.toLowerCase();
  if (name.includes('/') ? name === RUNTIMES_OWN : !plain.has(name)) return false;
  try {
    const isKnown = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
    if (isKnown && known.size < MAX_KNOWN) known.add(value);
    return isKnown;
  } catch {
    return false;
  }
}
