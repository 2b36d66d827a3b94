import { expect, test } from 'vitest';
import { failedWords } from './failed-words.ts';

test.each([
  [1, 12, '1 of 12 failed'],
  [2, 2, 'All 2 failed'],
  [1, 1, 'Failed'],
])('describes %i of %i failed documents', (count, total, words) => {
  expect(failedWords(count, total)).toBe(words);
});
