import type { WEEKDAYS } from '#contract/campaigns.ts';
import { t } from '../../../lib/i18n/t.ts';
import { WEEKDAY_NAMES } from '../../../lib/time/weekday-names.ts';

export type Weekday = (typeof WEEKDAYS)[number];

/** In display order. Importing the contract's list would add its schemas to the bundle. */
export const DAYS: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

export const DAY_MINUTES = 1440;

/** A calling window within one day, in minutes from midnight; `until` is exclusive. */
interface Stretch {
  /** Index into `DAYS`. */
  day: number;
  from: number;
  until: number;
}

/** `09:30` or `09:30:00` → 570; null for invalid input. */
export function minuteOf(time: string): number | null {
  const match = /^(\d{1,2}):(\d\d)(?::\d\d)?$/.exec(time.trim());
  if (match === null) return null;
  const [hours, minutes] = [Number(match[1]), Number(match[2])];
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : null;
}

export interface WeekHours {
  /** Minutes from midnight. */
  start: number;
  /** Inclusive; if before the start, a minute of the next day. */
  end: number;
  /** Days on which a window starts. */
  days: readonly Weekday[];
}

/** A window that ends before it starts runs overnight. */
function isOverMidnight({ start, end }: Pick<WeekHours, 'start' | 'end'>): boolean {
  return start >= end + 1;
}

/** Calling windows of a week by day; an overnight window becomes two. */
export function stretchesOf(hours: WeekHours): Stretch[] {
  const { start, end, days } = hours;
  const stretches = days.flatMap((name): Stretch[] => {
    const day = DAYS.indexOf(name);
    if (!isOverMidnight(hours)) return [{ day, from: start, until: end + 1 }];
    return [
      { day, from: start, until: DAY_MINUTES },
      { day: (day + 1) % DAYS.length, from: 0, until: end + 1 },
    ];
  });
  return stretches.toSorted((one, other) => one.day - other.day || one.from - other.from);
}

/** Minutes a week in which calls are allowed. */
export function minutesOfWeek(stretches: readonly Stretch[]): number {
  return DAYS.reduce(
    (sum, _, day) => sum + minutesOfDay(stretches.filter((stretch) => stretch.day === day)),
    0,
  );
}

/** @param stretches of one day, sorted; they may overlap */
function minutesOfDay(stretches: readonly Stretch[]): number {
  let counted = 0;
  let reached = 0;
  for (const { from, until } of stretches) {
    counted += Math.max(0, until - Math.max(from, reached));
    reached = Math.max(reached, until);
  }
  return counted;
}

/** `monday, tuesday, wednesday` → `Monday to Wednesday`; runs are joined by commas. */
export function daysInWords(days: readonly Weekday[]): string {
  const chosen = DAYS.map((day) => days.includes(day));
  if (chosen.every(Boolean)) return t('every day');
  const runs: [number, number][] = [];
  for (const [index, isChosen] of chosen.entries()) {
    if (!isChosen) continue;
    const last = runs.at(-1);
    if (last !== undefined && last[1] === index - 1) last[1] = index;
    else runs.push([index, index]);
  }
  return runs.map(([from, until]) => runInWords(from, until)).join(', ');
}

function runInWords(from: number, until: number): string {
  const [first, last] = [dayName(DAYS[from]), dayName(DAYS[until])];
  if (from === until) return first;
  return until === from + 1 ? `${first}, ${last}` : t('{first} to {last}', { first, last });
}

function dayName(day: Weekday | undefined): string {
  return day === undefined ? '' : WEEKDAY_NAMES[day];
}

/** 570 → `09:30`; 1440 → `24:00` */
export function timeOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** Calling hours in one sentence. */
export function weekInWords(hours: WeekHours): string {
  if (hours.days.length === 0) return t('No days selected, so no calls are made.');
  const days = daysInWords(hours.days);
  const values = { start: timeOf(hours.start), end: timeOf(hours.end), days };
  return isOverMidnight(hours)
    ? t('{start} to {end} the next day, {days}.', values)
    : t('{start} to {end}, {days}.', values);
}

/** Weekday and minute in a time zone; null for an unknown zone. */
export function nowIn(zone: string, now: Date): { day: number; minute: number } | null {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
    const weekday = parts.get('weekday')?.toLowerCase() ?? '';
    const day = DAYS.map(String).indexOf(weekday);
    return { day, minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) };
  } catch {
    return null;
  }
}
