import { expect, test } from 'vitest';
import { firstDay, splitPeriods, sumOf, trendOf } from './periods.ts';

test('splits the days into the current and the previous period', () => {
  const days = Array.from({ length: 16 }, (_, index) => index);
  const { current, before } = splitPeriods(days, 7);
  expect(current).toEqual([9, 10, 11, 12, 13, 14, 15]);
  expect(before).toEqual([2, 3, 4, 5, 6, 7, 8]);
});

test('requests an extra day for time zones behind UTC', () => {
  expect(firstDay(7, Date.parse('2026-03-20T00:30:00Z'))).toBe('2026-03-05');
});

test.each([
  [15, 10, 0.5],
  [0, 10, -1],
  [10, 10, 0],
  [5, 0, null],
  [0, 0, null],
])('the trend of %d after %d is %o', (current, before, trend) => {
  expect(trendOf(current, before)).toBe(trend);
});

test('sums figures over days', () => {
  expect(sumOf([{ calls: 2 }, { calls: 3 }], ({ calls }) => calls)).toBe(5);
  expect(sumOf([], () => 1)).toBe(0);
});
