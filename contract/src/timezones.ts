/**
 * Names without a region that the runtime and the database read alike, the whole year. The runtime takes others for zones, too,
 * which the database does not know (PST) or reads in another way (IST, and CET in summer).
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

/** Never in the tables of IANA's that databases have. */
const RUNTIMES_OWN = 'us/pacific-new';

/** Names that were good before: to ask the runtime costs more than all other rules of a request together. */
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
