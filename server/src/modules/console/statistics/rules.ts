import type { z } from 'zod';
import { CALL_STATUSES } from '#contract/calls.ts';
import type { statisticsQuery, statisticsResponse } from '#contract/statistics.ts';
import type { FieldErrors } from '#contract/validation.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
const DAY_MS = 86_400_000;

/** The first valid date, because there is no year 0. */
const FIRST_DAY = '0001-01-01';

/** `YYYY-MM-DD`, both inclusive. */
export interface StatisticsRange {
  from: string;
  to: string;
}

/** A value of one day; of the whole range if `day` is null. */
export interface Figure {
  day: string | null;
  name: string;
  value: number;
}

type Statistics = z.output<typeof statisticsResponse>['data'];
type Figures = Statistics['total'];

/** The requested range, by default the days up to `today`; or its errors. */
export function statisticsRange(
  { from, to }: z.output<typeof statisticsQuery>,
  today: string,
): StatisticsRange | FieldErrors {
  const last = to ?? (from != null && from > today ? from : today);
  const first = from ?? daysBefore(last, DEFAULT_DAYS - 1);
  if (first > last) return { to: ['The to field must be a date after or equal to from.'] };
  if (daysOf({ from: first, to: last }).length > MAX_DAYS) {
    return { from: [`The range must not be longer than ${MAX_DAYS} days.`] };
  }
  return { from: first, to: last };
}

export function isRange(value: StatisticsRange | FieldErrors): value is StatisticsRange {
  return typeof value.from === 'string';
}

/** Groups figures by day; days without figures are zero. */
export function presentStatistics(
  timezone: string,
  range: StatisticsRange,
  figures: readonly Figure[],
): Statistics {
  const byDay = Map.groupBy(figures, ({ day }) => day);
  const days = daysOf(range).map((day) => ({ day, ...figuresOf(byDay.get(day) ?? []) }));
  return { timezone, ...range, days, total: figuresOf(byDay.get(null) ?? []) };
}

function figuresOf(figures: readonly Figure[]): Figures {
  const values = new Map(figures.map(({ name, value }) => [name, value]));
  const count = (name: string): number => values.get(name) ?? 0;
  const milliseconds = (name: string): number | null => {
    const value = values.get(name);
    return value === undefined ? null : Math.round(value);
  };
  return {
    calls: Object.fromEntries(CALL_STATUSES.map((status) => [status, count(`calls.${status}`)])),
    call_minutes: Math.round(count('call_seconds') / 6) / 10,
    conversations: count('conversations'),
    messages: count('messages'),
    spend: count('spend_micros') / 1_000_000,
    failed_calls: count('calls.failed'),
    failed_deliveries: count('failed_deliveries'),
    failed_documents: count('failed_documents'),
    latency_p50_ms: milliseconds('latency_p50_ms'),
    latency_p95_ms: milliseconds('latency_p95_ms'),
  };
}

function daysOf({ from, to }: StatisticsRange): string[] {
  const count = Math.min(MAX_DAYS + 1, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1);
  return Array.from({ length: count }, (_, index) => dayAfter(from, index));
}

function daysBefore(day: string, days: number): string {
  const before = dayAfter(day, -days);
  return before < FIRST_DAY ? FIRST_DAY : before;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
