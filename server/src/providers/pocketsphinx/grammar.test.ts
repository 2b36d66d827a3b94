import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dictionaryWords, phraseGrammar } from './detect-pocketsphinx.ts';

const dictionary = dictionaryWords("book B UH K\nbook(2) B UW K\na AH\ntable T EY B AH L\ndon't D OW N T\n");
const grammar = (...phrases: string[]): string | null =>
  phraseGrammar(phrases, (word) => dictionary.has(word));

test('reads each word of a dictionary once', () => {
  expect([...dictionary]).toEqual(['book', 'a', 'table', "don't"]);
});

test('accepts sequences of phrases, except phrases with unknown words', () => {
  expect(grammar('Book a TABLE!', 'don’t book', 'Book Parley', 'book a table')).toContain(
    "( book a table | don't book )+;",
  );
  expect(grammar('Parley', '…', '')).toBeNull();
});

test('no phrase can break the grammar', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (phrases) => {
      const written = phraseGrammar(phrases, () => true);
      if (written !== null) expect(written.split('public <phrases> =')[1]).toMatch(/^ \( [a-z' |]+ \)\+;\n$/);
    }),
  );
});
