import { expect, test } from 'vitest';
import { matchWords } from './match-words.ts';

test.each([
  ['New assistant', ''],
  ['New assistant', '  '],
  ['New assistant', 'new ass'],
  ['New assistant', 'ASSISTANT new'],
  ['Usage and billing money', 'mon us'],
  ['API keys', 'api-key'],
])('“%s” is found by “%s”', (text, typed) => {
  expect(matchWords(text, typed)).toBe(true);
});

test.each([
  ['New assistant', 'new campaign'],
  ['New assistant', 'sistant'],
  ['API keys', 'keyss'],
])('“%s” is not found by “%s”', (text, typed) => {
  expect(matchWords(text, typed)).toBe(false);
});
