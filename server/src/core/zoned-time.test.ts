import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { zonedTimestamp } from './zoned-time.ts';

describe('an instant in a zone', () => {
  test.each([
    ['2026-01-15T12:00:00Z', 'UTC', '2026-01-15T12:00:00+00:00'],
    ['2026-01-15T23:30:00Z', 'Europe/Bucharest', '2026-01-16T01:30:00+02:00'],
    // The clocks go forward at 1:00 UTC: 2:59 is followed by 4:00 (3:59, 4:00 in Bucharest).
    ['2026-03-29T00:59:59Z', 'Europe/Bucharest', '2026-03-29T02:59:59+02:00'],
    ['2026-03-29T01:00:00Z', 'Europe/Bucharest', '2026-03-29T04:00:00+03:00'],
    // Back to winter time: the same hour twice, distinguished by the offset.
    ['2026-10-25T00:30:00Z', 'Europe/Bucharest', '2026-10-25T03:30:00+03:00'],
    ['2026-10-25T01:30:00Z', 'Europe/Bucharest', '2026-10-25T03:30:00+02:00'],
    ['2026-11-01T05:30:00Z', 'America/New_York', '2026-11-01T01:30:00-04:00'],
    ['2026-11-01T06:30:00Z', 'America/New_York', '2026-11-01T01:30:00-05:00'],
    ['2026-07-01T12:00:00Z', 'Asia/Kathmandu', '2026-07-01T17:45:00+05:45'],
    ['2026-07-01T12:00:00Z', 'America/St_Johns', '2026-07-01T09:30:00-02:30'],
    ['2026-07-01T12:00:00.999Z', 'Pacific/Kiritimati', '2026-07-02T02:00:00+14:00'],
    ['2026-07-01T12:00:00Z', 'Mars/Olympus', '2026-07-01T12:00:00+00:00'],
  ])('%s in %s is %s', (instant, zone, shown) => {
    expect(zonedTimestamp(new Date(instant), zone)).toBe(shown);
  });

  test('parses back to the same instant', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const instants = fc.date({
      min: new Date('1975-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const read = new Date(zonedTimestamp(instant, zone)).getTime();
        expect(read).toBe(Math.floor(instant.getTime() / 1000) * 1000);
      }),
      { numRuns: 300 },
    );
  });
});
