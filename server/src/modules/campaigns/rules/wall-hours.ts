import { DAY_MS, type DailyWindow, weekday } from './daily-windows.ts';
import { stretchAt } from './zone-clock.ts';

/** Calling windows in local time. */
export interface WallHours {
  zone: string;
  windows: readonly DailyWindow[];
  /** Weekdays on which windows start; null for every day. */
  days: ReadonlySet<string> | null;
}

export interface HoursState {
  isOpen: boolean;
  /** The first instant at which the state may change. */
  untilMs: number;
  /** The current day is not allowed; within a window, the day on which that window started. */
  isWrongDay: boolean;
}

/**
 * The state of local hours at an instant. An hour repeated by a clock change counts twice, a skipped one never. Null if
 * the zone is unknown.
 */
export function hoursAt(atMs: number, { zone, windows, days }: WallHours): HoursState | null {
  const stretch = stretchAt(atMs, zone);
  if (stretch === null) return null;
  const wallMs = atMs + stretch.offsetMs;
  const day = Math.floor(wallMs / DAY_MS);
  const timeMs = wallMs - day * DAY_MS;
  const untilMs = Math.min(stretch.untilMs, atMs + nextEdge(timeMs, windows) - timeMs);
  const window = windows.find((candidate) => candidate.fromMs <= timeMs && timeMs < candidate.untilMs);
  const isAllowedDay = days?.has(weekday(day + (window?.beganDays ?? 0))) ?? true;
  return { isOpen: window !== undefined && isAllowedDay, untilMs, isWrongDay: !isAllowedDay };
}

function nextEdge(timeMs: number, windows: readonly DailyWindow[]): number {
  let next = DAY_MS;
  for (const { fromMs, untilMs } of windows) {
    if (fromMs > timeMs) next = Math.min(next, fromMs);
    if (untilMs > timeMs) next = Math.min(next, untilMs);
  }
  return next;
}
