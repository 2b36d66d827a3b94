import { expect, test } from 'vitest';
import { percentile, segmentsOf } from './latency-figures.ts';

const TURN = {
  at_ms: 0,
  endpoint_ms: 300,
  transcript_ms: 100,
  model_ms: 400,
  speech_ms: 150,
  total_ms: 1_000,
};

test('counts time outside the known steps as other', () => {
  expect(segmentsOf(TURN).map(({ name, ms }) => [name, ms])).toEqual([
    ['endpoint', 300],
    ['transcript', 100],
    ['model', 400],
    ['speech', 150],
    ['other', 50],
  ]);
});

test('skips missing and overlapping steps', () => {
  const turn = { ...TURN, transcript_ms: null, speech_ms: 0, total_ms: 650 };
  expect(segmentsOf(turn).map(({ name }) => name)).toEqual(['endpoint', 'model']);
});

test.each([
  [[], 0.5, null],
  [[7], 0.95, 7],
  [[3, 1, 2], 0.5, 2],
  [[4, 1, 3, 2], 0.5, 2],
  [Array.from({ length: 100 }, (_, index) => index + 1), 0.95, 95],
])('in the values %o, the percentile %d is %o', (values, share, result) => {
  expect(percentile(values, share)).toBe(result);
});
