import { expect, test } from 'vitest';
import { meaningDoubt } from './meaning-doubt.ts';

const words = 0.5;

test.each([
  [{ words, meaning: null, meaning_doubt: null }, null],
  [{ words, meaning: 0, meaning_doubt: null }, null],
  [{ words, meaning: 1, meaning_doubt: 'few-passages' }, 'too few passages'],
  [{ words, meaning: 0.02, meaning_doubt: 'few-passages' }, 'too few passages'],
  [{ words, meaning: 0.4, meaning_doubt: 'unfit-embeddings' }, 'make no sense of these texts'],
] as const)('of %o a person is told %s', (why, words) => {
  const told = meaningDoubt(why);
  if (words === null) expect(told).toBeNull();
  else expect(told).toContain(words);
});
