import { expect, test } from 'vitest';
import { fittingHints } from './hint-list.ts';

test.each([
  ['all hints that fit', ['Ana', 'Mill Inn'], 11, ['Ana', 'Mill Inn']],
  ['the first ones', ['Ana', 'Mill Inn', 'Bo'], 11, ['Ana', 'Mill Inn']],
  ['none after one that does not fit', ['Ana', 'Mill Inn', 'Bo'], 6, ['Ana']],
  ['no hints of an empty list', [], 10, []],
])('keeps %s', (_, hints, bytes, kept) => {
  expect(fittingHints(hints, bytes)).toEqual(kept);
});
