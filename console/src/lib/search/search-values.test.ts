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
])('%o as an id is %o', (value, id) => {
  expect(idOf(value)).toBe(id);
});

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-02-30', undefined],
  ['2026-13-01', undefined],
  ['yesterday', undefined],
  [20260228, undefined],
])('%o as a day is %o', (value, day) => {
  expect(dayOf(value)).toBe(day);
});

test('digits of a number are text too, and long texts are cut', () => {
  expect(textOf(40721)).toBe('40721');
  expect(textOf('+40', 2)).toBe('+4');
  expect(textOf('')).toBeUndefined();
  expect(textOf({})).toBeUndefined();
});

test('only what is offered can be chosen', () => {
  expect(oneOf(['a', 'b'], 'b')).toBe('b');
  expect(oneOf(['a', 'b'], 'toString')).toBeUndefined();
});

test('what nobody chose does not stand in the address', () => {
  expect(present({ a: undefined, b: 1, c: false })).toEqual({ b: 1, c: false });
});
