import { expect, test } from 'vitest';
import { sinceOf } from './logs.ts';

test.each([
  ['30m', '2026-03-01T11:30:00.000Z'],
  ['2d', '2026-02-27T12:00:00.000Z'],
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
])('--since %s begins at %s', (text, time) => {
  expect(sinceOf(text, Date.parse('2026-03-01T12:00:00Z'))).toBe(time);
});
