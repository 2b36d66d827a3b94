import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffWords } from './words-diff.ts';

const shown = (before: string, after: string): string =>
  diffWords(before, after)
    .map(({ text, kind }) => ({ same: text, removed: `[-${text}]`, added: `[+${text}]` })[kind])
    .join('');

test.each([
  ['', '', ''],
  ['Breakfast is at seven.', 'Breakfast is at seven.', 'Breakfast is at seven.'],
  ['Breakfast is at seven.', 'Breakfast is at eight.', 'Breakfast is at[- seven.][+ eight.]'],
  ['We open at nine', 'We open daily at nine', 'We open[+ daily] at nine'],
  ['one two three', '', '[-one two three]'],
])('diffs %j and %j', (before, after, parts) => {
  expect(shown(before, after)).toBe(parts);
});

test('both texts can be rebuilt from the parts', () => {
  const text = fc.array(fc.constantFrom('a', 'b', ' ', '  ', '\n', 'long')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = diffWords(before, after);
      const without = (kind: string): string =>
        parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join('');
      expect(without('added')).toBe(before);
      expect(without('removed')).toBe(after);
    }),
  );
});

test('diffs very long texts as a whole', () => {
  const long = 'word '.repeat(3_000);
  expect(diffWords(long, `${long}!`).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
