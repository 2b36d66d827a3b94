/** Selectable periods in days. */
export const PERIODS = [7, 30, 90] as const;

export type Period = (typeof PERIODS)[number];

/** Days of a period and of the previous one, oldest first. */
export interface TwoPeriods<Day> {
  current: Day[];
  before: Day[];
}

/** @param days at least two periods, oldest first, ending today */
export function splitPeriods<Day>(days: readonly Day[], period: Period): TwoPeriods<Day> {
  return { current: days.slice(-period), before: days.slice(-2 * period, -period) };
}

/**
 * The first day to request. Adds one day, because the account's date may differ from the UTC date.
 *
 * @returns `YYYY-MM-DD`
 */
export function firstDay(period: Period, now: number): string {
  return new Date(now - (2 * period + 1) * 86_400_000).toISOString().slice(0, 10);
}

/** Relative change; null if the previous value is 0. */
export function trendOf(current: number, before: number): number | null {
  return before === 0 ? null : (current - before) / before;
}

export function sumOf<Day>(days: readonly Day[], figure: (day: Day) => number): number {
  return days.reduce((sum, day) => sum + figure(day), 0);
}
