/** An instant of the process's clock in the format of the SQL function `iso_timestamp`. */
export function isoTimestamp(instant: Date): string {
  return instant.toISOString().replace('Z', '000Z');
}

/**
 * An instant as local time in a zone, with the offset valid then: `2026-03-29T04:00:00+03:00`. Whole seconds; an
 * unknown zone counts as UTC.
 * @param timezone an IANA name
 */
export function zonedTimestamp(instant: Date, timezone: string): string {
  const offsetMinutes = offsetAt(instant, timezone);
  const wall = new Date(instant.getTime() + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const size = Math.abs(offsetMinutes);
  const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `${wall}${offsetMinutes < 0 ? '-' : '+'}${hours}:${minutes}`;
}

// Creating a formatter costs about 50 times as much as using it.
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Minutes east of Greenwich; seconds of offsets before 1972 are dropped. */
function offsetAt(instant: Date, timezone: string): number {
  const formatter = formatters.get(timezone) ?? makeFormatter(timezone);
  formatters.set(timezone, formatter);
  const name = formatter.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat {
  const options = { timeZone, timeZoneName: 'longOffset' } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', options);
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  }
}
