interface ZoneFormatter {
  formatter: Intl.DateTimeFormat;
  /** The zone's canonical name. */
  zone: string;
}

/** `Saturday, 21 November 2026, 14:05 (Europe/Bucharest)`; an unknown zone counts as UTC. */
export function formatNow(now: Date, timezone: string): string {
  const { formatter, zone } = formatterFor(timezone);
  return `${formatter.format(now).replace(' at ', ', ')} (${zone})`;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `14:05`, `2026-11-21`, `Saturday` and the zone's name; an unknown zone counts as UTC. */
export function clockAt(
  now: Date,
  timezone: string,
): { time: string; date: string; weekday: string; zone: string } {
  const { formatter, zone } = formatterFor(timezone);
  const parts = new Map(formatter.formatToParts(now).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const month = String(MONTHS.indexOf(part('month')) + 1).padStart(2, '0');
  return {
    time: `${part('hour')}:${part('minute')}`,
    date: `${part('year')}-${month}-${part('day').padStart(2, '0')}`,
    weekday: part('weekday'),
    zone,
  };
}

// Creating a formatter costs about 50 times as much as using it; resolving its time zone costs as much as one use.
const formatters = new Map<string, ZoneFormatter>();

function formatterFor(timezone: string): ZoneFormatter {
  const known = formatters.get(timezone);
  if (known !== undefined) return known;
  const formatter = makeFormatter(isTimeZone(timezone) ? timezone : 'UTC');
  const made = { formatter, zone: formatter.resolvedOptions().timeZone };
  formatters.set(timezone, made);
  return made;
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
