import { describe, expect, test } from 'vitest';
import type { Passage } from '../../../data/knowledge.ts';
import { answerDoubt } from './answer-doubt.ts';

function passage(score: number, why: Partial<Passage['why']>): Passage {
  return {
    ...{ document_id: 1, document_name: 'handbook.pdf', text: 'The warranty lasts thirty months.', score },
    ...{ source: null, why: { words: 0.5, missing: [], meaning: 0.1, meaning_doubt: null, ...why } },
  };
}
const few = { meaning_doubt: 'few-passages' } as const;

describe('where meaning cannot be told', () => {
  test.each([
    ['too few passages', few],
    ['unfit embeddings', { meaning_doubt: 'unfit-embeddings' } as const],
    ['no vector yet', { meaning: null }],
  ])('a low score alone says nothing: %s', (_name, why) => {
    expect(answerDoubt([passage(0.01, why)])).toBeNull();
    const doubt = answerDoubt([passage(0.9, { ...why, missing: ['mondays'] })]);
    expect(doubt).toMatch(/^No passage here has “mondays”\./);
    expect(doubt).not.toContain('Most likely');
  });

  test('names the words that no passage has, a few at most', () => {
    const missing = ['closed', 'mondays', 'a', 'b', 'c', 'd', 'e'];
    const found = [passage(0.3, { ...few, missing }), passage(0.1, { ...few, missing: missing.slice(1) })];
    expect(answerDoubt(found)).toContain('No passage here has “mondays”, “a”, “b”, “c” or “d”.');
    expect(answerDoubt([...found, passage(0.1, few)])).toBeNull();
  });
});

describe('where meaning is told', () => {
  test('a best passage that is hardly related is doubted, unless it has all the words', () => {
    const doubt = answerDoubt([passage(0.19, { missing: ['moon'] }), passage(0.1, { missing: ['moon'] })]);
    expect(doubt).toMatch(/Most likely the answer does not stand/);
    expect(answerDoubt([passage(0.2, { missing: ['moon'] })])).toBeNull();
    expect(answerDoubt([passage(0.05, {})])).toBeNull();
  });
});

test('nothing found is not doubted', () => {
  expect(answerDoubt([])).toBeNull();
});
