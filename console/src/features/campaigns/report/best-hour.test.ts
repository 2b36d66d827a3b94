import { expect, test } from 'vitest';
import { bestHour } from './best-hour.ts';

const hour = (at: number, answered: number, answer_rate: number | null) => ({
  hour: at,
  total: 4,
  answered,
  answer_rate,
  machine: 0,
  no_answer: 0,
  busy: 0,
  failed: 0,
});

test.each([
  [[hour(14, 0, null)], 'No calls answered by a person yet.'],
  [[hour(9, 0, 0), hour(14, 0, null)], 'No calls answered by a person yet.'],
  [[hour(9, 0, 0), hour(14, 1, 0.25), hour(15, 2, 0.5)], 'Best answer rate: 50% at 15:00.'],
  [[hour(8, 2, 0.5), hour(14, 2, 0.5)], 'Best answer rate: 50% at 08:00.'],
])('describes %j: %s', (hours, sentence) => {
  expect(bestHour(hours)).toBe(sentence);
});
