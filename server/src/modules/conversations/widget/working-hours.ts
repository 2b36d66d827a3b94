import type { WidgetSettings } from '#contract/widget-settings.ts';

/** True outside the working hours; never without any. @param timezone IANA time zone of the hours */
export function isAway(hours: WidgetSettings['working_hours'], timezone: string, now: Date): boolean {
  if (hours.length === 0) return false;
  const { day, time } = localTime(now, timezone);
  return !hours.some((one) => one.day === day && one.opens <= time && time < one.closes);
}

function localTime(now: Date, timezone: string): { day: string; time: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return { day: part('weekday').toLowerCase(), time: `${part('hour')}:${part('minute')}` };
}
