import type { WEEKDAYS } from '#contract/campaigns.ts';

export type Weekday = (typeof WEEKDAYS)[number];

/** In the order in which weeks are drawn; the contract's own list would bring all its rules into the page. */
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

/** A stretch of one day in which calls may go out, in minutes from its midnight; the end does not belong to it. */
interface Stretch {
  /** Index into `DAYS`. */
  day: number;
  from: number;
  until: number;
}

/** `09:30`, also with seconds → 570; null: it is no time of day. */
export function minuteOf(time: string): number | null {
  const match = /^(\d{1,2}):(\d\d)(?::\d\d)?$/.exec(time.trim());
  if (match === null) return null;
  const [hours, minutes] = [Number(match[1]), Number(match[2])];
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : null;
}

export interface WeekHours {
  /** Minutes from midnight. */
  start: number;
  /** This minute belongs to the window; before the start it is one of the day after. */
  end: number;
  /** On which windows begin. */
  days: readonly Weekday[];
}

/** A window that goes over midnight, as one that ends before it begins. */
function isOverMidnight({ start, end }: Pick<WeekHours, 'start' | 'end'>): boolean {
  return start >= end + 1;
}

/** When calls may go out in a week, day by day; what goes over midnight is a stretch of two days. */
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

/** In how many minutes of a week calls may go out. */
export function minutesOfWeek(stretches: readonly Stretch[]): number {
  return DAYS.reduce(
    (sum, _, day) => sum + minutesOfDay(stretches.filter((stretch) => stretch.day === day)),
    0,
  );
}

/** Stretches of one day may lie over one another; they are in order. */
function minutesOfDay(stretches: readonly Stretch[]): number {
  let counted = 0;
  let reached = 0;
  for (const { from, until } of stretches) {
    counted += Math.max(0, until - Math.max(from, reached));
    reached = Math.max(reached, until);
  }
  return counted;
}

/** `monday, tuesday, wednesday` → `Monday to Wednesday`; days that do not follow one another are joined by commas. */
export function daysInWords(days: readonly Weekday[]): string {
  const chosen = DAYS.map((day) => days.includes(day));
  if (chosen.every(Boolean)) return 'every day';
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
  return until === from + 1 ? `${first}, ${last}` : `${first} to ${last}`;
}

function dayName(day: Weekday | undefined): string {
  return day === undefined ? '' : `${day.charAt(0).toUpperCase()}${day.slice(1)}`;
}

/** 570 → `09:30`; 1440 → `24:00` */
export function timeOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** The picture in one sentence. */
export function weekInWords(hours: WeekHours): string {
  if (hours.days.length === 0) return 'On no day, so nobody is called.';
  const days = daysInWords(hours.days);
  const until = `${timeOf(hours.end)}${isOverMidnight(hours) ? ' of the day after' : ''}`;
  return `From ${timeOf(hours.start)} to ${until}, ${days === 'every day' ? days : `on ${days}`}.`;
}

/** Where a zone's clock stands in its week; null: there is no such zone. */
export function nowIn(zone: string, now: Date): { day: number; minute: number } | null {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: zone, weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    });
    const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
    const weekday = parts.get('weekday')?.toLowerCase() ?? '';
    const day = DAYS.map(String).indexOf(weekday);
    return { day, minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) };
  } catch {
    return null;
  }
}
