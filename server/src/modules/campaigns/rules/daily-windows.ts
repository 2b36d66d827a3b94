export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** In milliseconds from midnight; the end is exclusive. */
export interface DailyWindow {
  fromMs: number;
  untilMs: number;
  /** The day whose weekday counts: 0 for the same day, -1 for the day before, when an overnight window began. */
  beganDays: 0 | -1;
}

/** `09:30` or `09:30:00` → milliseconds from midnight. */
function minuteMs(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return ((hours ?? 0) * 60 + (minutes ?? 0)) * MINUTE_MS;
}

/** Windows from `start` to the end of the minute `end`. A start after the end makes an overnight window. */
export function windowsOf(start: string, end: string): readonly DailyWindow[] {
  const [fromMs, untilMs] = [minuteMs(start), minuteMs(end) + MINUTE_MS];
  if (fromMs < untilMs) return [{ fromMs, untilMs, beganDays: 0 }];
  return [
    { fromMs: 0, untilMs, beganDays: -1 },
    { fromMs, untilMs: DAY_MS, beganDays: 0 },
  ];
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** @param day counted from 1970-01-01, a Thursday */
export function weekday(day: number): string {
  return WEEKDAYS[(((day + 4) % 7) + 7) % 7] ?? '';
}
