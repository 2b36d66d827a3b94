import { expect, test } from 'vitest';
import { numberOfText, textOfNumber } from './number-text.ts';

test.each([
  ['', null],
  ['  ', null],
  ['30', 30],
  ['0.5', 0.5],
  ['0,5', 0.5],
  ['0.', '0.'],
  ['0.50', '0.50'],
  ['-1', -1],
  ['abc', 'abc'],
])('reads %j as %j', (text, value) => {
  expect(numberOfText(text)).toBe(value);
});

test.each([
  [null, ''],
  [undefined, ''],
  [0, '0'],
  ['0.', '0.'],
])('shows %j as %j', (value, text) => {
  expect(textOfNumber(value)).toBe(text);
});
