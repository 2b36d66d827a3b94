import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LexicalIndex, PostingList } from './lexical-index.ts';

function indexOf(...passages: [heading: string, text: string][]): LexicalIndex {
  const index = new LexicalIndex();
  const terms = (text: string): string[] => text.split(' ').filter((term) => term !== '');
  for (const [heading, text] of passages) index.add(terms(heading), terms(text));
  return index;
}

function scores(index: LexicalIndex, slots: number, ...words: string[]): number[] {
  const values = new Float32Array(slots);
  index.addScores(
    values,
    words.map((word) => index.evidence([word])),
  );
  return [...values];
}

describe('lexical scores', () => {
  test('are higher for rare words than for common ones', () => {
    const index = indexOf(['', 'sauna room'], ['', 'pool room'], ['', 'quiet room']);
    const [sauna = 0, pool = 0] = scores(index, 3, 'sauna', 'room');
    expect(sauna).toBeGreaterThan(2 * pool);
    expect(pool).toBeGreaterThan(0);
  });

  test('are higher for words in headings and in short passages', () => {
    const index = indexOf(
      ['sauna', 'a b c'],
      ['', 'sauna b c'],
      ['', `sauna ${'x '.repeat(50)}`],
      ['', 'a b c'],
    );
    const [heading = 0, short = 0, long = 0, none] = scores(index, 4, 'sauna');
    expect(heading).toBeGreaterThan(short);
    expect(short).toBeGreaterThan(long);
    expect(none).toBe(0);
  });

  test('stay below the upper bound for any number of repetitions', () => {
    const index = indexOf(['sauna '.repeat(40), 'sauna '.repeat(400)], ['', 'pool']);
    const evidence = [index.evidence(['sauna']), index.evidence(['pool'])];
    const [first = 0] = scores(index, 2, 'sauna', 'pool');
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(index.highestScore(evidence));
  });

  test('match a misspelled word with a lower score', () => {
    const index = indexOf(['', 'appointment fee'], ['', 'pool']);
    const [slip = 0] = scores(index, 2, 'apointment');
    const [right = 0] = scores(index, 2, 'appointment');
    expect(slip).toBeGreaterThan(0);
    expect(slip).toBeLessThan(right);
  });
});

test('coverage is the share of total rarity, including unknown words', () => {
  const index = indexOf(['', 'sauna'], ['', 'pool']);
  const evidence = ['sauna', 'zzzzzz'].map((word) => index.evidence([word]));
  expect(index.coverage(evidence, 0)).toBeGreaterThan(0.2);
  expect(index.coverage(evidence, 0)).toBeLessThan(0.5);
  expect(index.coverage(evidence, 1)).toBe(0);
  expect(index.coverage([index.evidence(['sauna'])], 0)).toBe(1);
  expect(index.coverage([], 0)).toBe(0);
});

test('compaction changes only slot numbers', () => {
  const word = fc.constantFrom('sauna', 'pool', 'room', 'fee', 'night');
  const passage = fc.record({ words: fc.array(word, { maxLength: 6 }), kept: fc.boolean() });
  fc.assert(
    fc.property(fc.array(passage, { minLength: 1, maxLength: 30 }), word, (passages, asked) => {
      const all = indexOf(...passages.map(({ words }): [string, string] => ['', words.join(' ')]));
      const kept = passages.filter((row) => row.kept);
      let next = 0;
      all.compact(Int32Array.from(passages, (row) => (row.kept ? next++ : -1)));
      const fresh = indexOf(...kept.map(({ words }): [string, string] => ['', words.join(' ')]));
      expect(scores(all, kept.length, asked)).toEqual(scores(fresh, kept.length, asked));
    }),
  );
});

test('postings store large slots and saturate their counters', () => {
  const list = new PostingList();
  const last = 2 ** 26 - 1;
  for (const slot of [0, 7, last]) for (let times = 0; times < 40; times += 1) list.count(slot, 'text');
  for (let times = 0; times < 9; times += 1) list.count(last, 'heading');
  expect(
    [0, 1, 2].map((index) => [list.slotAt(index), list.textCountAt(index), list.headingCountAt(index)]),
  ).toEqual([
    [0, 15, 0],
    [7, 15, 0],
    [last, 15, 3],
  ]);
  expect([list.find(7), list.find(8), list.find(last)]).toEqual([1, -1, 2]);
});
