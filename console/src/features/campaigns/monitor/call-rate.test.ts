import { expect, test } from 'vitest';
import { callsPerMinute } from './call-rate.ts';

test.each([
  [[], '0'],
  [[9], '0'],
  [[0, 0, 0, 0, 0, 0, 7], '0'],
  [[50, 1, 2, 3, 4, 5, 7], '3'],
  [[1, 2, 9], '1.5'],
  [[31, 30, 30, 30, 30, 0], '30'],
])('calls by minute %j are %s a minute', (minutes, rate) => {
  expect(callsPerMinute(minutes)).toBe(rate);
});
