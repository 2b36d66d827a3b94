import { expect, test } from 'vitest';
import { judge, meanQuality } from './metrics.ts';

test('gives 1 for a perfect ranking and 0 for an empty one', () => {
  expect(judge(['a', 'b'], { a: 2, b: 1 })).toEqual({ ndcg10: 1, recall10: 1, reciprocalRank: 1 });
  expect(judge([], { a: 2 })).toEqual({ ndcg10: 0, recall10: 0, reciprocalRank: 0 });
});

test('discounts by rank and grade', () => {
  const { ndcg10, recall10, reciprocalRank } = judge(['x', 'b', 'a'], { a: 2, b: 1, c: 1 });
  expect(ndcg10).toBeCloseTo((1 / Math.log2(3) + 2 / 2) / (2 + 1 / Math.log2(3) + 1 / 2));
  expect([recall10, reciprocalRank]).toEqual([2 / 3, 1 / 2]);
});

test('considers only the first ten results', () => {
  const ranking = [...Array.from({ length: 10 }, (_, index) => `x${index}`), 'a'];
  expect(judge(ranking, { a: 1 })).toEqual({ ndcg10: 0, recall10: 0, reciprocalRank: 0 });
});

test('averages the quality of several rankings', () => {
  const one = { ndcg10: 1, recall10: 1, reciprocalRank: 1 };
  const none = { ndcg10: 0, recall10: 0, reciprocalRank: 0 };
  expect(meanQuality([one, none])).toEqual({ ndcg10: 0.5, recall10: 0.5, reciprocalRank: 0.5 });
});
