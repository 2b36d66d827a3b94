import { expect, test } from 'vitest';
import {
  DAYS,
  daysInWords,
  minuteOf,
  minutesOfWeek,
  nowIn,
  stretchesOf,
  timeOf,
  type Weekday,
  weekInWords,
} from './week-windows.ts';

test.each([
  ['09:30', 570],
  ['9:30', 570],
  ['23:59:00', 1439],
  ['24:00', null],
  ['noon', null],
  ['', null],
])('parses %s as minute %s', (text, minute) => {
  expect(minuteOf(text)).toBe(minute);
});

test('a window within a day includes its last minute', () => {
  expect(stretchesOf({ start: 540, end: 1079, days: ['tuesday', 'monday'] })).toEqual([
    { day: 0, from: 540, until: 1080 },
    { day: 1, from: 540, until: 1080 },
  ]);
});

test('an overnight window ends on the next day, wrapping from Sunday to Monday', () => {
  expect(stretchesOf({ start: 1320, end: 119, days: ['sunday'] })).toEqual([
    { day: 0, from: 0, until: 120 },
    { day: 6, from: 1320, until: 1440 },
  ]);
});

test.each<[number, number, readonly Weekday[], number]>([
  [540, 1079, ['monday'], 540],
  [0, 1439, DAYS, 7 * 1440],
  // From 9:00 to 8:59: the whole day, with overlapping windows.
  [540, 539, DAYS, 7 * 1440],
  [1320, 119, ['friday', 'saturday'], 480],
  [540, 1079, [], 0],
])('a window from minute %i to %i on %j has %i minutes a week', (start, end, days, minutes) => {
  expect(minutesOfWeek(stretchesOf({ start, end, days }))).toBe(minutes);
});

test.each<[readonly Weekday[], string]>([
  [DAYS, 'every day'],
  [['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], 'Monday to Friday'],
  [['sunday', 'saturday'], 'Saturday, Sunday'],
  [['monday', 'wednesday', 'thursday', 'friday'], 'Monday, Wednesday to Friday'],
])('formats %j as "%s"', (days, words) => {
  expect(daysInWords(days)).toBe(words);
});

test('describes the week in one sentence', () => {
  expect(weekInWords({ start: 540, end: 1079, days: ['monday'] })).toBe('09:00 to 17:59, Monday.');
  expect(weekInWords({ start: 1290, end: 365, days: DAYS })).toBe('21:30 to 06:05 the next day, every day.');
  expect(weekInWords({ start: 0, end: 0, days: [] })).toMatch(/no calls are made/);
  expect(timeOf(1440)).toBe('24:00');
});

test('uses the weekday of the time zone', () => {
  // Sunday evening in UTC.
  const now = new Date('2026-03-01T23:30:00Z');
  expect(nowIn('Asia/Kolkata', now)).toEqual({ day: 0, minute: 300 });
  expect(nowIn('America/New_York', now)).toEqual({ day: 6, minute: 1110 });
  expect(nowIn('Nowhere/At_All', now)).toBeNull();
});
