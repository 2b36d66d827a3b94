import { describe, expect, test } from 'vitest';
import { callbackProblem, callbackTime } from './callback-time.ts';

const BUCHAREST = ['Europe/Bucharest'];

describe('the instant of a local time', () => {
  test.each([
    ['in the zone of the number', '2026-03-03T14:00', null, BUCHAREST, '2026-03-03T12:00:00.000Z'],
    ['with seconds and a space', '2026-07-03 14:00:00', null, BUCHAREST, '2026-07-03T11:00:00.000Z'],
    [
      'in the zone of the number that the customer named',
      '2026-03-03T14:00',
      'Asia/Omsk',
      ['Europe/Moscow', 'Asia/Omsk'],
      '2026-03-03T08:00:00.000Z',
    ],
    [
      'in the zone of the number, not in another one that the model names',
      '2026-03-03T14:00',
      'Asia/Kolkata',
      BUCHAREST,
      '2026-03-03T12:00:00.000Z',
    ],
    [
      'in a zone named for a number without zones',
      '2026-03-03T14:00',
      'Asia/Kolkata',
      [],
      '2026-03-03T08:30:00.000Z',
    ],
    [
      'in zones that agree',
      '2026-03-03T14:00',
      null,
      ['Europe/Paris', 'Europe/Rome'],
      '2026-03-03T13:00:00.000Z',
    ],
    ['that a clock change skips', '2026-03-29T03:30', null, BUCHAREST, '2026-03-29T01:30:00.000Z'],
  ])('%s', (_title, local, timeZone, zones, instant) => {
    expect(callbackTime({ local, timeZone }, zones)).toMatchObject({ at: new Date(instant) });
  });

  test.each([
    ['with an offset', '2026-03-03T14:00Z', null, BUCHAREST, 'without an offset'],
    ['in words', 'tomorrow at two', null, BUCHAREST, 'without an offset'],
    ['on a day that does not exist', '2026-02-30T14:00', null, BUCHAREST, 'not a date'],
    ['in a place that is no zone', '2026-03-03T14:00', 'Bucharest', BUCHAREST, 'IANA name'],
    [
      'in zones that disagree',
      '2026-03-03T14:00',
      null,
      ['Europe/Moscow', 'Asia/Omsk'],
      'Ask where they are',
    ],
    [
      'in a zone that none of its number has',
      '2026-03-03T14:00',
      'Asia/Kolkata',
      ['Europe/Moscow', 'Asia/Omsk'],
      'pass one of: Europe/Moscow, Asia/Omsk',
    ],
    ['without a zone', '2026-03-03T14:00', null, [], 'Ask where they are'],
  ])('is unknown %s', (_title, local, timeZone, zones, problem) => {
    expect(callbackTime({ local, timeZone }, zones)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

const now = new Date('2026-03-03T12:00:00Z');
const office = { start: '9:00', end: '17:59' };
const night = { start: '22:00', end: '06:00' };

test.each([
  ['in a minute', '2026-03-03T12:01:00Z', null, null],
  ['at the moment', '2026-03-03T12:00:00Z', null, 'has passed'],
  ['two weeks ahead', '2026-03-17T12:00:00Z', null, null],
  ['more than two weeks ahead', '2026-03-17T12:01:00Z', null, 'at most 14 days'],
  ['in the last minute of the hours', '2026-03-03T15:59:30Z', office, null],
  ['after the hours', '2026-03-03T16:00:00Z', office, 'from 9:00 to 17:59'],
  ['before the hours', '2026-03-04T06:59:00Z', office, 'from 9:00 to 17:59'],
  ['in overnight hours', '2026-03-03T23:00:00Z', night, null],
  ['outside overnight hours', '2026-03-04T12:00:00Z', night, 'from 22:00 to 06:00'],
])('a callback %s has the problem: %s', (_title, at, hours, problem) => {
  const found = callbackProblem(
    { at: new Date(at), zone: 'Europe/Bucharest' },
    { maxDaysAhead: 14, hours },
    now,
  );
  expect(found).toEqual(problem === null ? null : expect.stringContaining(problem));
});
