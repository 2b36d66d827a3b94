import { afterEach, expect, test } from 'vitest';
import { formatCalendarDay, formatDateTime, formatDay } from '../format/format.ts';
import {
  browserZone,
  goAlike,
  instantOfWallClock,
  listenToZone,
  shownZone,
  showZone,
  wallClockOf,
  zoneWords,
} from './zone.ts';

afterEach(() => showZone(browserZone(), false));

test('times are told on the clock of the zone that was chosen, whatever the browser’s', () => {
  let told = 0;
  const end = listenToZone(() => {
    told += 1;
  });
  showZone('Pacific/Auckland', true);
  expect(formatDateTime('2026-03-10T11:30:00Z')).toMatch(/11.*0?0:30|12:30/);
  expect(formatDay('2026-03-10T11:30:00Z')).toMatch(/11/);
  showZone('UTC', false);
  expect(formatDateTime('2026-03-10T11:30:00Z')).toMatch(/10.*11:30/);
  // A day of the calendar is that day everywhere.
  expect(formatCalendarDay('2026-03-10')).toMatch(/10/);
  showZone('Atlantis/Capital', true);
  expect(shownZone()).toBe('UTC');
  end();
  expect(told).toBe(2);
});

test.each([
  ['UTC', '2026-03-01T00:00:00Z', 'UTC'],
  ['Europe/Bucharest', '2026-03-01T00:00:00Z', 'Europe/Bucharest (GMT+2)'],
  ['Europe/Bucharest', '2026-07-01T00:00:00Z', 'Europe/Bucharest (GMT+3)'],
  ['Asia/Kolkata', '2026-07-01T00:00:00Z', 'Asia/Kolkata (GMT+5:30)'],
])('%s is called at %s %s', (zone, at, words) => {
  expect(zoneWords(zone, new Date(at))).toBe(words);
});

test('zones whose clocks go alike differ in name alone', () => {
  const now = new Date('2026-03-01T00:00:00Z');
  expect(goAlike('UTC', 'Etc/UTC', now)).toBe(true);
  expect(goAlike('Europe/Bucharest', 'Europe/Athens', now)).toBe(true);
  // The same in winter, and not in summer.
  expect(goAlike('Europe/London', 'UTC', now)).toBe(false);
});

test.each([
  ['UTC', '2026-03-01T09:30', '2026-03-01T09:30:00.000Z'],
  ['Pacific/Auckland', '2026-03-11T00:30', '2026-03-10T11:30:00.000Z'],
  ['America/St_Johns', '2026-07-01T12:00', '2026-07-01T14:30:00.000Z'],
  // Each side of the change in autumn, and the hour that is there twice.
  ['Europe/Bucharest', '2026-10-25T02:59', '2026-10-24T23:59:00.000Z'],
  ['Europe/Bucharest', '2026-10-25T03:30', '2026-10-25T00:30:00.000Z'],
  ['Europe/Bucharest', '2026-10-25T04:00', '2026-10-25T02:00:00.000Z'],
  // The hour that is left out in spring.
  ['Europe/Bucharest', '2026-03-29T03:30', '2026-03-29T01:30:00.000Z'],
])('in %s the clock shows %s at %s', (zone, wall, iso) => {
  const instant = instantOfWallClock(wall, zone);
  expect(instant?.toISOString()).toBe(iso);
});

test('what a clock shows leads back to the instant', () => {
  for (const zone of ['UTC', 'Pacific/Auckland', 'America/St_Johns', 'Asia/Kolkata']) {
    const at = new Date('2026-03-10T11:30:00Z');
    expect(instantOfWallClock(wallClockOf(at, zone), zone)).toEqual(at);
  }
  expect(instantOfWallClock('', 'UTC')).toBeNull();
});
