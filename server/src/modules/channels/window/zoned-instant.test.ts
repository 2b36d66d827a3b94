import { expect, test } from 'vitest';
import { instantInZone } from './zoned-instant.ts';

test.each([
  ['UTC', '2026-07-01T12:00:00.999Z', '2026-07-01T12:00:00+00:00'],
  ['Europe/Bucharest', '2026-07-01T22:30:00Z', '2026-07-02T01:30:00+03:00'],
  ['Europe/Bucharest', '2026-12-31T22:30:00Z', '2027-01-01T00:30:00+02:00'],
  // The hour that comes twice: summer time ends at 01:00 UTC.
  ['Europe/Bucharest', '2026-10-25T00:30:00Z', '2026-10-25T03:30:00+03:00'],
  ['Europe/Bucharest', '2026-10-25T01:30:00Z', '2026-10-25T03:30:00+02:00'],
  ['America/St_Johns', '2026-01-01T00:00:00Z', '2025-12-31T20:30:00-03:30'],
  ['Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-01-01T05:45:00+05:45'],
])('%s at %s', (zone, instant, text) => {
  expect(instantInZone(new Date(instant), zone)).toBe(text);
  expect(Math.floor(new Date(text).getTime() / 1000)).toBe(Math.floor(new Date(instant).getTime() / 1000));
});
