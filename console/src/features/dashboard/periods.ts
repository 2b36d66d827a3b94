/** How far back the dashboard looks, in days. */
export const PERIODS = [7, 30, 90] as const;

export type Period = (typeof PERIODS)[number];

/** The days of a period and of the one before it, oldest first. */
export interface TwoPeriods<Day> {
  current: Day[];
  before: Day[];
}

/** @param days at least twice as many as the period has, oldest first; the last is today */
export function splitPeriods<Day>(days: readonly Day[], period: Period): TwoPeriods<Day> {
  return { current: days.slice(-period), before: days.slice(-2 * period, -period) };
}

/**
 * The first day to ask for, so that both periods are in the answer wherever the account's day is already another.
 *
 * @returns `YYYY-MM-DD`
 */
export function firstDay(period: Period, now: number): string {
  return new Date(now - (2 * period + 1) * 86_400_000).toISOString().slice(0, 10);
}

/** How a figure has changed, as a share of what it was; null: it was nothing, so that there is no share. */
export function trendOf(current: number, before: number): number | null {
  return before === 0 ? null : (current - before) / before;
}

export function sumOf<Day>(days: readonly Day[], figure: (day: Day) => number): number {
  return days.reduce((sum, day) => sum + figure(day), 0);
}
