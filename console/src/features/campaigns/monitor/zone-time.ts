/** An instant on the clock of a zone: `14 Mar, 09:00 (Europe/Bucharest)`; in the reader's own order of day and month. */
export function formatInZone(iso: string, zone: string): string {
  const options = {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  } as const;
  return `${new Intl.DateTimeFormat(undefined, options).format(new Date(iso))} (${zone})`;
}
