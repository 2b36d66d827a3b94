import { describe, expect, test } from 'vitest';
import type { Passage } from '../../../data/knowledge.ts';
import { answerDoubt } from './answer-doubt.ts';

function passage(score: number, why: Partial<Passage['why']>): Passage {
  return {
    document_id: 1,
    document_name: 'handbook.pdf',
    text: 'The warranty lasts thirty months.',
    score,
    source: null,
    why: { words: 0.5, missing: [], meaning: 0.1, meaning_doubt: null, ...why },
  };
}
const few = { meaning_doubt: 'few-passages' } as const;

describe('without a reliable similarity score', () => {
  test.each([
    ['too few passages', few],
    ['unfit embeddings', { meaning_doubt: 'unfit-embeddings' } as const],
    ['no embedding yet', { meaning: null }],
  ])('a low score alone causes no doubt: %s', (_name, why) => {
    expect(answerDoubt([passage(0.01, why)])).toBeNull();
    const doubt = answerDoubt([passage(0.9, { ...why, missing: ['mondays'] })]);
    expect(doubt).toMatch(/^No passage contains “mondays”\./);
    expect(doubt).not.toContain('probably');
  });

  test('names at most five words that no passage contains', () => {
    const missing = ['closed', 'mondays', 'a', 'b', 'c', 'd', 'e'];
    const found = [passage(0.3, { ...few, missing }), passage(0.1, { ...few, missing: missing.slice(1) })];
    expect(answerDoubt(found)).toContain('No passage contains “mondays”, “a”, “b”, “c”, or “d”.');
    expect(answerDoubt([...found, passage(0.1, few)])).toBeNull();
  });
});

describe('with a reliable similarity score', () => {
  test('doubts a barely related best passage unless the passages contain all words', () => {
    const doubt = answerDoubt([passage(0.19, { missing: ['moon'] }), passage(0.1, { missing: ['moon'] })]);
    expect(doubt).toMatch(/probably not in these documents/);
    expect(answerDoubt([passage(0.2, { missing: ['moon'] })])).toBeNull();
    expect(answerDoubt([passage(0.05, {})])).toBeNull();
  });
});

test('has no doubt without passages', () => {
  expect(answerDoubt([])).toBeNull();
});
