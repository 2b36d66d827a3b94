import type { WeekHours } from '#contract/inbox.ts';
import { clockAt } from '../../../agent/zone-time.ts';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

type Day = (typeof DAYS)[number];

/**
 * True if a group is open. Hours that end before they begin run past midnight and belong to the day they begin on; equal
 * times are a whole day.
 * @param hours null for always
 * @param timezone an IANA name
 */
export function isGroupOpen(hours: WeekHours | null, timezone: string, now: Date): boolean {
  if (hours === null) return true;
  const { time, weekday } = clockAt(now, timezone);
  const minute = minuteOf(time);
  const today = DAYS.indexOf(dayOf(weekday));
  const opened = hours[DAYS[today] ?? 'monday'];
  if (opened !== null) {
    const [from, to] = [minuteOf(opened.from), minuteOf(opened.to)];
    if (minute >= from && (to <= from || minute < to)) return true;
  }
  const before = hours[DAYS[(today + 6) % 7] ?? 'monday'];
  if (before === null) return false;
  const [from, to] = [minuteOf(before.from), minuteOf(before.to)];
  return to <= from && minute < to;
}

function dayOf(weekday: string): Day {
  const name = weekday.toLowerCase();
  return DAYS.find((day) => day === name) ?? 'monday';
}

/** @param time `H:MM` */
function minuteOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
