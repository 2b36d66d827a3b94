import { expect, test } from 'vitest';
import { dollarsOf } from './dollars-of.ts';

test.each([
  ['5', 5],
  [' 0.5 ', 0.5],
  ['1,5', 1.5],
  ['1,000', 1000],
  ['1,000.50', 1000.5],
  ['1,000,000', 1_000_000],
  ['1,00', 1],
  ['-1', -1],
  ['', null],
  ['1.000,5', null],
  ['five', null],
])('parses %j as %j', (text, dollars) => {
  expect(dollarsOf(text)).toBe(dollars);
});
