import { expect, it } from 'vitest';
import { median, pairedRatios, quantile, slope } from './statistics.ts';

it('computes medians of odd and even numbers of values', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
});

it('returns actual values as quantiles', () => {
  const values = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(quantile(values, 0.99)).toBe(99);
  expect(quantile(values, 0.5)).toBe(50);
  expect(quantile([7], 0.99)).toBe(7);
});

it('pairs the rounds before it takes the median', () => {
  // The machine was three times slower in the second round, which does not affect the ratio.
  expect(pairedRatios([300, 100, 300], [150, 50, 150])).toEqual({ median: 2, min: 2, max: 2 });
});

it('computes the slope, and 0 without growth', () => {
  expect(
    slope([
      [1, 10],
      [2, 12.5],
      [3, 15],
    ]),
  ).toBe(2.5);
  expect(
    slope([
      [1, 4],
      [2, 6],
      [3, 6],
      [4, 4],
    ]),
  ).toBe(0);
  expect(slope([[1, 4]])).toBeNaN();
});
