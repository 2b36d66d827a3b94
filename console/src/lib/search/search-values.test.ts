import { expect, test } from 'vitest';
import { dayOf, idOf, oneOf, present, textOf } from './search-values.ts';

test.each([
  ['7', 7],
  [7, 7],
  [0, undefined],
  [-1, undefined],
  [1.5, undefined],
  ['7x', undefined],
  ['99999999999999999999', undefined],
  [null, undefined],
])('reads %o as the id %o', (value, id) => {
  expect(idOf(value)).toBe(id);
});

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-02-30', undefined],
  ['2026-13-01', undefined],
  ['yesterday', undefined],
  [20260228, undefined],
])('reads %o as the day %o', (value, day) => {
  expect(dayOf(value)).toBe(day);
});

test('reads numbers as text and truncates long text', () => {
  expect(textOf(40721)).toBe('40721');
  expect(textOf('+40', 2)).toBe('+4');
  expect(textOf('')).toBeUndefined();
  expect(textOf({})).toBeUndefined();
});

test('accepts only the given options', () => {
  expect(oneOf(['a', 'b'], 'b')).toBe('b');
  expect(oneOf(['a', 'b'], 'toString')).toBeUndefined();
});

test('omits undefined values from the URL', () => {
  expect(present({ a: undefined, b: 1, c: false })).toEqual({ b: 1, c: false });
});
