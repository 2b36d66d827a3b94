import { expect, test } from 'vitest';
import { shrunkSize } from './shrink-picture.ts';

test.each([
  { name: 'a photo', from: [4000, 3000], to: [2365, 1774] },
  { name: 'a long screenshot', from: [1080, 10_000], to: [674, 6232] },
  { name: 'a small picture', from: [800, 600], to: [800, 600] },
])('$name keeps its proportions and has at most 4 megapixels', ({ from: [width = 0, height = 0], to }) => {
  expect(Object.values(shrunkSize({ width, height }))).toEqual(to);
});
