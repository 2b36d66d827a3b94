import { expect, test } from 'vitest';
import type { Passage } from '../../../data/knowledge.ts';
import { meaningDoubt, sharedMeaningDoubt } from './meaning-doubt.ts';

const words = 0.5;
const missing: string[] = [];

test.each([
  [{ words, missing, meaning: null, meaning_doubt: null }, null],
  [{ words, missing, meaning: 0, meaning_doubt: null }, null],
  [{ words, missing, meaning: 1, meaning_doubt: 'few-passages' }, 'too few passages'],
  [{ words, missing, meaning: 0.02, meaning_doubt: 'few-passages' }, 'too few passages'],
  [{ words, missing, meaning: 0.4, meaning_doubt: 'unfit-embeddings' }, 'don’t fit these texts'],
] as const)('explains %o: %s', (why, words) => {
  const doubt = meaningDoubt(why);
  if (words === null) expect(doubt).toBeNull();
  else expect(doubt).toContain(words);
});

test('returns the doubt that all passages share', () => {
  const passage = (meaning_doubt: Passage['why']['meaning_doubt']): Passage => ({
    document_id: 1,
    document_name: 'a',
    text: 'a',
    score: 1,
    source: null,
    why: { words, missing, meaning: 0.4, meaning_doubt },
  });
  expect(sharedMeaningDoubt([passage('few-passages'), passage('few-passages')])).toContain('too few');
  expect(sharedMeaningDoubt([passage('few-passages'), passage(null)])).toBeNull();
  expect(sharedMeaningDoubt([passage(null), passage(null)])).toBeNull();
  expect(sharedMeaningDoubt([])).toBeNull();
});
