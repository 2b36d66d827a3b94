import { expect, test } from 'vitest';
import { seededRandom } from './seeded-random.ts';

test.each([0, 1, 2, -1, 2 ** 31])('seed %i always gives the same uniform numbers', (seed) => {
  const [one, other] = [seededRandom(seed), seededRandom(seed)];
  const numbers = Array.from({ length: 10_000 }, one);
  expect(numbers).toEqual(Array.from({ length: 10_000 }, other));
  expect(numbers.every((value) => value >= 0 && value < 1)).toBe(true);
  const tenths = Array.from({ length: 10 }, (_, tenth) =>
    numbers.filter((value) => Math.floor(value * 10) === tenth),
  );
  for (const tenth of tenths) expect(tenth.length).toBeGreaterThan(850);
});

test('adjacent seeds give different first numbers', () => {
  const firsts = Array.from({ length: 100 }, (_, seed) => seededRandom(seed)());
  expect(Math.max(...firsts) - Math.min(...firsts)).toBeGreaterThan(0.8);
});
