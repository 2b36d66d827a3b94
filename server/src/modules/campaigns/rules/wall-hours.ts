import { DAY_MS, type DailyWindow, weekday } from './daily-windows.ts';
import { stretchAt } from './zone-clock.ts';

/** Hours of a place, on its wall clock. */
export interface WallHours {
  zone: string;
  windows: readonly DailyWindow[];
  /** Weekdays on which windows begin; null: every day. */
  days: ReadonlySet<string> | null;
}

export interface HoursLook {
  isOpen: boolean;
  /** So long nothing changes. */
  untilMs: number;
  /** A window would be open, but it did not begin on one of the days. */
  isWrongDay: boolean;
}

/**
 * Whether a place's clock shows one of its hours. An hour that is repeated when clocks go back counts twice, one that is
 * left out does not come. Null: nobody knows that zone.
 */
export function lookAt(atMs: number, { zone, windows, days }: WallHours): HoursLook | null {
  const stretch = stretchAt(atMs, zone);
  if (stretch === null) return null;
  const wallMs = atMs + stretch.offsetMs;
  const day = Math.floor(wallMs / DAY_MS);
  const timeMs = wallMs - day * DAY_MS;
  const untilMs = Math.min(stretch.untilMs, atMs + nextEdge(timeMs, windows) - timeMs);
  const window = windows.find((candidate) => candidate.fromMs <= timeMs && timeMs < candidate.untilMs);
  const isOfDays = days?.has(weekday(day + (window?.beganDays ?? 0))) ?? true;
  return { isOpen: window !== undefined && isOfDays, untilMs, isWrongDay: !isOfDays };
}

function nextEdge(timeMs: number, windows: readonly DailyWindow[]): number {
  let next = DAY_MS;
  for (const { fromMs, untilMs } of windows) {
    if (fromMs > timeMs) next = Math.min(next, fromMs);
    if (untilMs > timeMs) next = Math.min(next, untilMs);
  }
  return next;
}
