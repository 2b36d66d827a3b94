import { expect, test } from 'vitest';
import { daysBack, monthsBack } from './periods.ts';

test.each([
  ['2026-03-10T12:00:00Z', '2025-12-31T23:59:59Z', ['2026-03', '2026-02', '2026-01', '2025-12']],
  ['2026-03-01T00:00:00Z', '2026-02-28T00:00:00Z', ['2026-03', '2026-02']],
  ['2026-03-31T23:59:59Z', '2026-03-01T00:00:00Z', ['2026-03']],
  ['2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z', []],
])('months from %s back to %s', (newest, oldest, months) => {
  expect(monthsBack(new Date(newest), new Date(oldest))).toEqual(months);
});

test('days of a month, newest first', () => {
  const days = daysBack('2028-02');
  expect([days.length, days[0], days.at(-1)]).toEqual([29, '2028-02-29', '2028-02-01']);
  expect(daysBack('2026-12')[0]).toBe('2026-12-31');
});
