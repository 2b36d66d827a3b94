import { zoneOffset } from './zone-offset.ts';

/** A period without clock changes. */
export interface Stretch {
  fromMs: number;
  untilMs: number;
  /** Added to an instant to get local time. */
  offsetMs: number;
}

const WEEK_MS = 7 * 86_400_000;

/** Offset look-ups dominate the cost of calling hours, so weeks are cached. */
const MAX_CACHED_WEEKS = 50_000;
const weeks = new Map<string, readonly Stretch[] | null>();

/** The period around an instant, at most a week long; null if the zone is unknown. */
export function stretchAt(atMs: number, zone: string): Stretch | null {
  const week = Math.floor(atMs / WEEK_MS);
  const name = `${zone} ${week}`;
  let stretches = weeks.get(name);
  if (stretches === undefined) {
    stretches = stretchesOfWeek(week * WEEK_MS, zone);
    if (weeks.size >= MAX_CACHED_WEEKS) weeks.clear();
    weeks.set(name, stretches);
  }
  return stretches?.find(({ untilMs }) => atMs < untilMs) ?? null;
}

/** Assumes at most one clock change per week. */
function stretchesOfWeek(fromMs: number, zone: string): readonly Stretch[] | null {
  const untilMs = fromMs + WEEK_MS;
  const [before, after] = [offsetMsAt(fromMs, zone), offsetMsAt(untilMs, zone)];
  if (before === null || after === null) return null;
  if (before === after) return [{ fromMs, untilMs, offsetMs: before }];
  let [old, changed] = [fromMs, untilMs];
  while (changed - old > 1000) {
    const middle = old + Math.floor((changed - old) / 2000) * 1000;
    if (offsetMsAt(middle, zone) === before) old = middle;
    else changed = middle;
  }
  return [
    { fromMs, untilMs: changed, offsetMs: before },
    { fromMs: changed, untilMs, offsetMs: after },
  ];
}

function offsetMsAt(atMs: number, zone: string): number | null {
  try {
    return zoneOffset(new Date(atMs), zone) * 60_000;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
