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

test('formats times in the chosen zone instead of the browser’s', () => {
  let told = 0;
  const end = listenToZone(() => {
    told += 1;
  });
  showZone('Pacific/Auckland', true);
  expect(formatDateTime('2026-03-10T11:30:00Z')).toMatch(/11.*0?0:30|12:30/);
  expect(formatDay('2026-03-10T11:30:00Z')).toMatch(/11/);
  showZone('UTC', false);
  expect(formatDateTime('2026-03-10T11:30:00Z')).toMatch(/10.*11:30/);
  // A calendar day does not depend on the zone.
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
])('labels %s at %s as %s', (zone, at, words) => {
  expect(zoneWords(zone, new Date(at))).toBe(words);
});

test('compares zones by their offsets', () => {
  const now = new Date('2026-03-01T00:00:00Z');
  expect(goAlike('UTC', 'Etc/UTC', now)).toBe(true);
  expect(goAlike('Europe/Bucharest', 'Europe/Athens', now)).toBe(true);
  // Equal in winter only.
  expect(goAlike('Europe/London', 'UTC', now)).toBe(false);
});

test.each([
  ['UTC', '2026-03-01T09:30', '2026-03-01T09:30:00.000Z'],
  ['Pacific/Auckland', '2026-03-11T00:30', '2026-03-10T11:30:00.000Z'],
  ['America/St_Johns', '2026-07-01T12:00', '2026-07-01T14:30:00.000Z'],
  // Before and after the autumn change, and in the repeated hour.
  ['Europe/Bucharest', '2026-10-25T02:59', '2026-10-24T23:59:00.000Z'],
  ['Europe/Bucharest', '2026-10-25T03:30', '2026-10-25T00:30:00.000Z'],
  ['Europe/Bucharest', '2026-10-25T04:00', '2026-10-25T02:00:00.000Z'],
  // The skipped hour in spring.
  ['Europe/Bucharest', '2026-03-29T03:30', '2026-03-29T01:30:00.000Z'],
])('in %s, the local time %s is %s', (zone, wall, iso) => {
  const instant = instantOfWallClock(wall, zone);
  expect(instant?.toISOString()).toBe(iso);
});

test('converts a time to local time and back', () => {
  for (const zone of ['UTC', 'Pacific/Auckland', 'America/St_Johns', 'Asia/Kolkata']) {
    const at = new Date('2026-03-10T11:30:00Z');
    expect(instantOfWallClock(wallClockOf(at, zone), zone)).toEqual(at);
  }
  expect(instantOfWallClock('', 'UTC')).toBeNull();
});
