import { expect, test } from 'vitest';
import { callsPerMinute } from './call-rate.ts';

test.each([
  [[], '0'],
  [[9], '9'],
  [[0, 0, 0, 0, 0, 0, 7], '1.4'],
  [[50, 1, 2, 3, 4, 5, 7], '4.2'],
  [[1, 2, 9], '4'],
  [[31, 30, 30, 30, 30, 0], '24'],
])('%j averages %s calls per minute', (minutes, rate) => {
  expect(callsPerMinute(minutes)).toBe(rate);
});
