const formatters = new Map<string, Intl.DateTimeFormat>();

/** Minutes since midnight and weekday in a zone, from the runtime's tables rather than the product's rules. */
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
