import { t } from '../../../lib/i18n/t.ts';
import { instantOfWallClock, wallClockOf } from '../../../lib/time/zone.ts';

interface SnoozeTime {
  label: string;
  until: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MORNING = '09:00';

/** Offered ends of a snooze; mornings are those of the zone. */
export function snoozeTimes(now: Date, zone: string): SnoozeTime[] {
  const today = wallClockOf(now, zone).slice(0, 10);
  const weekday = new Date(`${today}T00:00Z`).getUTCDay();
  const daysToMonday = (8 - weekday) % 7 || 7;
  return [
    { label: t('In 1 hour'), until: new Date(now.getTime() + HOUR_MS) },
    { label: t('In 4 hours'), until: new Date(now.getTime() + 4 * HOUR_MS) },
    { label: t('Tomorrow at 9:00'), until: morningAfter(today, 1, zone) },
    // On Sundays, tomorrow is Monday.
    ...(daysToMonday === 1
      ? []
      : [{ label: t('Monday at 9:00'), until: morningAfter(today, daysToMonday, zone) }]),
    { label: t('In 4 weeks'), until: morningAfter(today, 28, zone) },
  ];
}

function morningAfter(day: string, days: number, zone: string): Date {
  const date = new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
  return instantOfWallClock(`${date}T${MORNING}`, zone) ?? new Date(`${date}T${MORNING}Z`);
}

const LONGEST_DAYS = 366;

/** The typed end of a snooze, or what is wrong with it. @param typed `2026-03-01T09:30`, in the zone */
export function chosenSnooze(
  typed: string,
  { now, zone }: { now: Date; zone: string },
): { until: Date; problem: null } | { until: null; problem: string } {
  const until = instantOfWallClock(typed, zone);
  if (until === null) return { until: null, problem: t('Enter a date and a time.') };
  if (until <= now) return { until: null, problem: t('Choose a time in the future.') };
  if (until.getTime() - now.getTime() > LONGEST_DAYS * DAY_MS) {
    return { until: null, problem: t('Choose a date within a year.') };
  }
  return { until, problem: null };
}
