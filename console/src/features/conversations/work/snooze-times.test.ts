import { expect, test } from 'vitest';
import { chosenSnooze, snoozeTimes } from './snooze-times.ts';

const shown = (now: string, zone: string) =>
  snoozeTimes(new Date(now), zone).map(({ label, until }) => `${label}: ${until.toISOString()}`);

test('offers mornings of the account’s time zone', () => {
  // Friday, 30 October 2026; clocks went back on 25 October in Berlin.
  expect(shown('2026-10-30T22:30:00Z', 'Europe/Berlin')).toEqual([
    'In 1 hour: 2026-10-30T23:30:00.000Z',
    'In 4 hours: 2026-10-31T02:30:00.000Z',
    'Tomorrow at 9:00: 2026-10-31T08:00:00.000Z',
    'Monday at 9:00: 2026-11-02T08:00:00.000Z',
    'In 4 weeks: 2026-11-27T08:00:00.000Z',
  ]);
});

test('offers Monday once on a Sunday, and the next one on a Monday', () => {
  expect(shown('2026-11-01T12:00:00Z', 'UTC').map((line) => line.split(':')[0])).not.toContain('Monday at 9');
  expect(shown('2026-11-02T12:00:00Z', 'UTC')).toContain('Monday at 9:00: 2026-11-09T09:00:00.000Z');
});

test.each([
  ['2026-11-01T09:00', '2026-11-01T08:00:00.000Z'],
  ['', 'Enter a date and a time.'],
  ['2026-10-30T09:00', 'Choose a time in the future.'],
  ['2027-11-05T09:00', 'Choose a date within a year.'],
])('reads the typed end %j', (typed, expected) => {
  const chosen = chosenSnooze(typed, { now: new Date('2026-10-30T22:30:00Z'), zone: 'Europe/Berlin' });
  expect(chosen.until?.toISOString() ?? chosen.problem).toBe(expected);
});
