import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candidate, fuse, type VectorEvidence } from './fusion.ts';

/** 400 passages with similarities of 0.3 ± 0.1, both to the question and to each other. */
const VECTORS: VectorEvidence = {
  question: { mean: 0.3, deviation: 0.1 },
  background: { mean: 0.3, deviation: 0.1 },
  count: 400,
  trust: 1,
};

function candidate(slot: number, lexical: number, similarity: number | null = null): Candidate {
  return { slot, lexical, coverage: Math.min(1, lexical * 1.5), similarity, closeness: similarity };
}

const order = (candidates: Candidate[], vectors: VectorEvidence | null = VECTORS): number[] =>
  fuse(candidates, vectors).map(({ slot }) => slot);

describe('the ranking prefers', () => {
  test.each<[string, Candidate[], number[]]>([
    ['strong word matches to a vague vector', [candidate(1, 0.6, 0.35), candidate(2, 0, 0.5)], [1, 2]],
    ['a clear vector to a stray word', [candidate(1, 0.08, 0.35), candidate(2, 0, 0.62)], [2, 1]],
    [
      'words and a vector together to either alone',
      [candidate(1, 0.4, 0.3), candidate(2, 0.35, 0.55), candidate(3, 0, 0.55)],
      [2, 1, 3],
    ],
    ['the better word matches if passages have no vector', [candidate(1, 0.1), candidate(2, 0.3)], [2, 1]],
    [
      'a vector far above the others to some of the words',
      [candidate(1, 0.45, 0.3), candidate(2, 0, 0.75)],
      [2, 1],
    ],
    [
      'all of the words to a vector far above the others',
      [{ ...candidate(1, 0.35, 0.3), coverage: 1 }, candidate(2, 0, 0.75)],
      [1, 2],
    ],
    [
      'all of the words without a vector to a vector far above the others',
      [{ ...candidate(1, 0.35), coverage: 1 }, candidate(2, 0, 0.75)],
      [1, 2],
    ],
    [
      'most of the words without a vector to a few words with a vector',
      [{ ...candidate(1, 0.4), coverage: 0.8 }, candidate(2, 0.1, 0.6)],
      [1, 2],
    ],
    [
      'the better vector among passages that all have the words',
      [
        { ...candidate(1, 0.5, 0.3), coverage: 1 },
        { ...candidate(2, 0.4, 0.7), coverage: 1 },
      ],
      [2, 1],
    ],
    ['the lower slot among equal passages', [candidate(9, 0.2, 0.4), candidate(3, 0.2, 0.4)], [3, 9]],
  ])('%s', (_name, candidates, expected) => {
    expect(order(candidates)).toEqual(expected);
  });

  test('words to the vectors of an untrusted embedder', () => {
    const candidates = [candidate(1, 0.1, 0.3), candidate(2, 0, 0.9)];
    expect(order(candidates, { ...VECTORS, trust: 0 })).toEqual([1, 2]);
  });

  test('an outlier among a hundred passages, but not among a million', () => {
    const candidates = [candidate(1, 0.4, 0.3), candidate(2, 0, 0.62)];
    expect(order(candidates, { ...VECTORS, count: 100 })).toEqual([2, 1]);
    expect(order(candidates, { ...VECTORS, count: 1_000_000 })).toEqual([1, 2]);
  });
});

describe('meaningDoubt', () => {
  const doubt = (vectors: VectorEvidence | null, similarity: number | null = 0.3) =>
    fuse([candidate(1, 0.5, similarity)], vectors)[0]?.meaningDoubt;

  test('is set for few passages or untrusted vectors', () => {
    expect(doubt(VECTORS)).toBeNull();
    expect(doubt({ ...VECTORS, count: 23 })).toBe('few-passages');
    expect(doubt({ ...VECTORS, count: 24, trust: 0.4 })).toBe('unfit-embeddings');
    expect(doubt({ ...VECTORS, count: 1 }, null)).toBeNull();
    expect(doubt(null)).toBeNull();
  });
});

describe('the score of the best passage', () => {
  const best = (candidates: Candidate[], vectors: VectorEvidence | null = VECTORS): number =>
    fuse(candidates, vectors)[0]?.score ?? -1;

  test('is near 1 if a passage has all words, near 0 if nothing matches', () => {
    expect(best([{ ...candidate(1, 0.6, 0.5), coverage: 1 }])).toBeGreaterThan(0.9);
    expect(best([{ ...candidate(1, 0.6), coverage: 1 }], null)).toBe(1);
    expect(best([candidate(1, 0.02, 0.25)])).toBeLessThan(0.15);
    expect(best([candidate(1, 0, 0.25)], null)).toBe(0);
  });

  test('rises with similarity above the background', () => {
    const scores = [0.2, 0.3, 0.4, 0.5, 0.6].map((similarity) => best([candidate(1, 0, similarity)]));
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(scores.at(-1)).toBeGreaterThan(0.9);
  });

  test('is missing without candidates', () => {
    expect(fuse([], VECTORS)).toEqual([]);
  });
});

/** In steps of 0.001, to avoid differences below floating-point precision. */
const between = (least: number, most: number) =>
  fc.integer({ min: least * 1000, max: most * 1000 }).map((value) => value / 1000);
const unit = between(0, 1);
const candidates = fc
  .array(
    fc.record({
      lexical: unit,
      coverage: unit,
      similarity: fc.option(between(-1, 1)),
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((rows) => rows.map((row, slot) => ({ ...row, slot, closeness: row.similarity })));
const vectors = fc.record({
  question: fc.record({
    mean: between(-0.5, 0.9),
    deviation: between(0, 0.4),
  }),
  background: fc.record({
    mean: between(-0.5, 0.9),
    deviation: between(0, 0.4),
  }),
  count: fc.integer({ min: 1, max: 2_000_000 }),
  trust: unit,
});

describe('fuse, for any input,', () => {
  test('returns every candidate once, with descending scores between 0 and 1', () => {
    fc.assert(
      fc.property(candidates, fc.option(vectors), (list, evidence) => {
        const ranked = fuse(list, evidence);
        expect(new Set(ranked.map(({ slot }) => slot)).size).toBe(list.length);
        for (const [index, { score }] of ranked.entries()) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(ranked[index - 1]?.score ?? 1);
        }
      }),
    );
  });

  test('does not depend on the order of the candidates', () => {
    fc.assert(
      fc.property(candidates, vectors, (list, evidence) => {
        expect(fuse(list.toReversed(), evidence)).toEqual(fuse(list, evidence));
      }),
    );
  });

  test('ranks by words if vectors are missing or untrusted', () => {
    fc.assert(
      fc.property(candidates, vectors, (list, evidence) => {
        const byWords = list
          .toSorted((a, b) => b.lexical - a.lexical || a.slot - b.slot)
          .map(({ lexical }) => lexical);
        for (const side of [null, { ...evidence, trust: 0 }]) {
          expect(order(list, side).map((slot) => list[slot]?.lexical)).toEqual(byWords);
        }
      }),
    );
  });

  test('ranks by vectors if no word matches', () => {
    fc.assert(
      fc.property(candidates, vectors, (list, evidence) => {
        const wordless = list.map((row) => ({
          ...row,
          lexical: 0,
          coverage: 0,
          similarity: row.similarity ?? 0,
          closeness: row.similarity ?? 0,
        }));
        const similarities = order(wordless, { ...evidence, trust: 1 }).map(
          (slot) => wordless[slot]?.closeness ?? 0,
        );
        const above = similarities.filter((value) => value > evidence.question.mean);
        expect(above).toEqual(above.toSorted((a, b) => b - a));
      }),
    );
  });

  test('never lowers a rank when more words match', () => {
    const raised = fc.record({ pick: fc.nat(), more: unit });
    fc.assert(
      fc.property(candidates, vectors, raised, (list, evidence, { pick, more }) => {
        const slot = pick % list.length;
        const better = list.map((row) => (row.slot === slot ? { ...row, lexical: row.lexical + more } : row));
        expect(order(better, evidence).indexOf(slot)).toBeLessThanOrEqual(
          order(list, evidence).indexOf(slot),
        );
      }),
    );
  });
});
