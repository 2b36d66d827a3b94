/** The console's time zone: the account's, or the browser's before login. */
let shown = browserZone();
let isShownChosen = false;
const listeners = new Set<() => void>();

export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function shownZone(): string {
  return shown;
}

/**
 * Called with every session.
 * @param zone an IANA name; ignored if the browser does not know it
 * @param isChosen false if it is the account's default, not chosen by a user
 */
export function showZone(zone: string, isChosen: boolean): void {
  isShownChosen = isChosen;
  if (zone === shown || !isKnown(zone)) return;
  shown = zone;
  for (const listener of listeners) listener();
}

/** @returns a function that stops listening */
export function listenToZone(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The default zone for new objects: the account's if it was chosen, else the browser's. */
export function zoneOfNew(): string {
  return isShownChosen ? shown : browserZone();
}

/** `Europe/Bucharest (GMT+2)`: with its offset at a given time. */
export function zoneWords(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(
    at,
  );
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return /^(GMT|GMT\+0|UTC|)$/.test(offset) ? zone : `${zone} (${offset})`;
}

const HALF_A_YEAR_MS = 182 * 86_400_000;

/** True if two zones have the same offsets this summer and winter. */
export function goAlike(one: string, other: string, now: Date): boolean {
  const instants = [now, new Date(now.getTime() + HALF_A_YEAR_MS)];
  return instants.every((instant) => wallClockOf(instant, one) === wallClockOf(instant, other));
}

/** A time in a zone in the format of date-time inputs: `2026-03-01T09:30`. */
export function wallClockOf(instant: Date, zone: string): string {
  return new Date(instant.getTime() + offsetMs(instant, zone)).toISOString().slice(0, 16);
}

/**
 * The instant at which a zone's clock shows a local time. A time that occurs twice in autumn gives the first; a time
 * skipped in spring is read with the offset before the change. Null if the time is invalid.
 * @param wall `2026-03-01T09:30`
 */
export function instantOfWallClock(wall: string, zone: string): Date | null {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return null;
  const day = 86_400_000;
  const offsets = [offsetMs(new Date(asUtc - day), zone), offsetMs(new Date(asUtc + day), zone)] as const;
  const shows = (offset: number): boolean => offsetMs(new Date(asUtc - offset), zone) === offset;
  return new Date(asUtc - (offsets.find(shows) ?? offsets[0]));
}

/** A zone's offset from UTC at a given time. */
function offsetMs(instant: Date, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const wall = Date.UTC(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  );
  return wall - Math.floor(instant.getTime() / 1000) * 1000;
}

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
