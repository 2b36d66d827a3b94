const formatters = new Map<string, Intl.DateTimeFormat>();

/** Minutes since midnight on a zone's wall clock, and its weekday: by the runtime's own tables, not by the product's rules. */
export function wallClock(instant: Date, timeZone: string): { minute: number; weekday: string } {
  const options = {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'long',
    hourCycle: 'h23',
  } as const;
  const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', options);
  formatters.set(timeZone, formatter);
  const parts = new Map(formatter.formatToParts(instant).map(({ type, value }) => [type, value]));
  const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
  return { minute, weekday: (parts.get('weekday') ?? '').toLowerCase() };
}
