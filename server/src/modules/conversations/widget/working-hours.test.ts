import { expect, test } from 'vitest';
import { isAway } from './working-hours.ts';

const HOURS = [
  { day: 'monday' as const, opens: '09:00', closes: '17:30' },
  { day: 'sunday' as const, opens: '00:00', closes: '24:00' },
];

// 30 November 2026 is a Monday; Bucharest is two hours ahead of UTC in winter, three in summer.
test.each([
  ['before the first minute', '2026-11-30T06:59:59Z', true],
  ['from the first minute', '2026-11-30T07:00:00Z', false],
  ['until the last minute', '2026-11-30T15:29:59Z', false],
  ['from the end', '2026-11-30T15:30:00Z', true],
  ['on a day without hours', '2026-12-01T10:00:00Z', true],
  ['in the last minute of a whole day', '2026-11-29T21:59:00Z', false],
  ['on the local day, which begins before that of UTC', '2026-11-28T22:00:00Z', false],
  ['in summer time', '2026-07-06T06:00:00Z', false],
])('%s', (_title, now, expected) => {
  expect(isAway(HOURS, 'Europe/Bucharest', new Date(now))).toBe(expected);
});

test('without hours, never', () => {
  expect(isAway([], 'UTC', new Date(0))).toBe(false);
});
