/** The zone whose days and times the console shows: the account's; the browser's own as long as nobody is logged in. */
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
 * Told with every session.
 *
 * @param zone an IANA name; one that this browser does not know leaves all as it is
 * @param isChosen false: the account has it because nobody was asked
 */
export function showZone(zone: string, isChosen: boolean): void {
  isShownChosen = isChosen;
  if (zone === shown || !isKnown(zone)) return;
  shown = zone;
  for (const listener of listeners) listener();
}

/** @returns ends it */
export function listenToZone(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where new things are to be: in the account's zone, or in the browser's while nobody has given the account one. */
export function zoneOfNew(): string {
  return isShownChosen ? shown : browserZone();
}

/** `Europe/Bucharest (GMT+2)`: with what holds there at an instant. */
export function zoneWords(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(
    at,
  );
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return /^(GMT|GMT\+0|UTC|)$/.test(offset) ? zone : `${zone} (${offset})`;
}

const HALF_A_YEAR_MS = 182 * 86_400_000;

/** Whether the clocks of two zones go alike this summer and this winter, whatever they are called. */
export function goAlike(one: string, other: string, now: Date): boolean {
  const instants = [now, new Date(now.getTime() + HALF_A_YEAR_MS)];
  return instants.every((instant) => wallClockOf(instant, one) === wallClockOf(instant, other));
}

/** An instant on the clock of a zone, as fields of forms hold it: `2026-03-01T09:30`. */
export function wallClockOf(instant: Date, zone: string): string {
  return new Date(instant.getTime() + offsetMs(instant, zone)).toISOString().slice(0, 16);
}

/**
 * The instant at which a zone's clock shows a time, and of two of them the first; null: it is no time. An hour that is left
 * out in spring counts as if the clock had not been moved yet.
 *
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

/** How far a zone's clock is ahead of UTC at an instant. */
function offsetMs(instant: Date, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', era: 'short' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
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
