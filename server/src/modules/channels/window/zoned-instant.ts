const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-03-01T14:05:09+02:00`: the wall clock of an IANA zone with its offset from UTC. */
export function instantInZone(instant: Date, timezone: string): string {
  const offsetMinutes = offsetAt(instant, timezone);
  const wallClock = new Date(instant.getTime() + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const sign = offsetMinutes < 0 ? '-' : '+';
  const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
  return `${wallClock}${sign}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

function offsetAt(instant: Date, timezone: string): number {
  const parts = formatOf(timezone).formatToParts(instant);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Formats are dear to make; there are a few hundred zones at most. */
function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
  formats.set(timezone, format);
  return format;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
