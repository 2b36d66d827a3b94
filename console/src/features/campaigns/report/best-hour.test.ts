import { expect, test } from 'vitest';
import { bestHour } from './best-hour.ts';

const hour = (at: number, answered: number, answer_rate: number | null) => ({
  ...{ hour: at, total: 4, answered, answer_rate },
  ...{ machine: 0, no_answer: 0, busy: 0, failed: 0 },
});

test.each([
  [[hour(14, 0, null)], 'No call was answered by a person so far.'],
  [[hour(9, 0, 0), hour(14, 0, null)], 'No call was answered by a person so far.'],
  [[hour(9, 0, 0), hour(14, 1, 0.25), hour(15, 2, 0.5)], 'Most were answered at 15:00: 50%.'],
  [[hour(8, 2, 0.5), hour(14, 2, 0.5)], 'Most were answered at 08:00: 50%.'],
])('of %j one is told: %s', (hours, told) => {
  expect(bestHour(hours)).toBe(told);
});
