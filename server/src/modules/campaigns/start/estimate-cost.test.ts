import { expect, test } from 'vitest';
import { estimateCost } from './estimate-cost.ts';

const about = { leads: 100, balanceMicros: 5_000_000, minuteMicros: 100_000 };

test('assumes one answered minute for each lead without past calls', () => {
  expect(estimateCost({ ...about, history: { calls: 4, answered: 4, minutes: 40 } })).toEqual({
    minutesPerCall: 1,
    answeredPercent: 100,
    basedOnCalls: 0,
    totalMicros: 10_000_000,
    coveredCalls: 50,
  });
});

test('uses the answer rate and the billed minutes of past calls', () => {
  expect(estimateCost({ ...about, history: { calls: 40, answered: 10, minutes: 25 } })).toEqual({
    minutesPerCall: 2.5,
    answeredPercent: 25,
    basedOnCalls: 40,
    totalMicros: 6_250_000,
    coveredCalls: 20,
  });
});

test('covers any number of calls if they are free, and none with a debt', () => {
  const history = { calls: 0, answered: 0, minutes: 0 };
  expect(estimateCost({ ...about, minuteMicros: 0, history })).toMatchObject({
    totalMicros: 0,
    coveredCalls: null,
  });
  expect(estimateCost({ ...about, balanceMicros: -1, history }).coveredCalls).toBe(0);
});
