import { expect, test } from 'vitest';
import { isOneEditAway, SpellingIndex } from './lexical-index.ts';

test.each([
  ['tomorow', 'tomorrow', true],
  ['appointmant', 'appointment', true],
  ['recieve', 'receive', true],
  ['parkingg', 'parking', true],
  ['parking', 'parking', false],
  ['parking', 'barking', true],
  ['parking', 'parker', false],
  ['ab', 'ba', true],
  ['abcd', 'badc', false],
  ['', 'a', true],
  ['', '', false],
])('%s and %s are one edit apart: %s', (a, b, expected) => {
  expect(isOneEditAway(a, b)).toBe(expected);
  expect(isOneEditAway(b, a)).toBe(expected);
});

test('corrects only longer words, with the same first letter', () => {
  const index = new SpellingIndex();
  for (const term of ['parking', 'barking', 'packing', 'cat']) index.add(term);
  expect(index.near('parkin')).toEqual(['parking']);
  expect(index.near('parcing').toSorted()).toEqual(['parking']);
  expect(index.near('cet')).toEqual([]);
});
