import { describe, expect, test } from 'vitest';
import { asksForCallback, callbackLocalTime } from './callback-request.ts';

const NOW = 'Saturday, 21 November 2026, 14:05';

test.each([
  ['Call me Tuesday at two.', true],
  ['Could you call us back tomorrow?', true],
  ['I would like a callback.', true],
  ["Please don't call me tomorrow.", false],
  ['Do you have a table at two?', false],
])('"%s" asks for a callback: %s', (message, asks) => {
  expect(asksForCallback(message)).toBe(asks);
});

describe('the time of a callback', () => {
  test.each([
    ['Call me Tuesday at two.', '2026-11-24T14:00'],
    ['Call me on Saturday at 10 am', '2026-11-28T10:00'],
    ['tomorrow at half past nine', '2026-11-22T09:30'],
    ['tomorrow at quarter to three', '2026-11-22T14:45'],
    ['the day after tomorrow at noon', '2026-11-23T12:00'],
    ['today at 4:30 pm', '2026-11-21T16:30'],
    ['at three', '2026-11-21T15:00'],
    ['at 11', '2026-11-22T11:00'],
    ['Monday 07:30', '2026-11-23T07:30'],
    ['on the 3rd of December at 5 p.m.', '2026-12-03T17:00'],
    ['January 7 at 8', '2027-01-07T08:00'],
    ['in ten minutes', '2026-11-21T14:15'],
    ['in an hour', '2026-11-21T15:05'],
    ['call me back on Tuesday', null],
    ['call me back', null],
  ])('"%s" is %s', (text, local) => {
    expect(callbackLocalTime([text], NOW)).toBe(local);
  });

  test('combines the day and the time of several messages', () => {
    expect(callbackLocalTime(['at two please', 'Call me on Tuesday'], NOW)).toBe('2026-11-24T14:00');
  });
});
