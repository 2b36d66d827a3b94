import fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisTicks } from './axis-ticks.ts';

test.each([
  [0, true, [0, 1]],
  [1, true, [0, 1]],
  [3, true, [0, 1, 2, 3]],
  [7, true, [0, 2, 4, 6, 8]],
  [100, true, [0, 50, 100]],
  [1234, true, [0, 500, 1000, 1500]],
  [0.3, false, [0, 0.1, 0.2, 0.3]],
  [0.0012, false, [0, 0.0005, 0.001, 0.0015]],
])('labels an axis up to %d (whole numbers: %s)', (highest, isWhole, expected) => {
  expect(axisTicks(highest, isWhole)).toEqual(expected);
});

test('covers the highest value with two to six ticks', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), fc.boolean(), (highest, isWhole) => {
      const ticks = axisTicks(highest, isWhole);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * (1 - 1e-6));
      if (isWhole) expect(ticks.every(Number.isInteger)).toBe(true);
    }),
  );
});
