import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KnowledgeIndex } from './knowledge-index.ts';
import type { ChunkRecord } from './loader.ts';

function indexOf(texts: readonly string[], vectors: readonly (Float32Array | null)[] = []): KnowledgeIndex {
  const index = new KnowledgeIndex();
  index.upsert(
    texts.map((text, position): ChunkRecord => {
      const vector = vectors[position] ?? null;
      return { id: position, documentId: 1, generation: 1, heading: '', text, vector, revision: 1 };
    }),
  );
  index.applyDocuments([{ id: 1, generation: 1, name: 'Handbook', source: null }]);
  return index;
}

function unit(values: Float32Array): Float32Array {
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

const ask = (index: KnowledgeIndex, query: string, queryVector: Float32Array | null = null): number[] =>
  index.search({ query, queryVector, limit: 10 }).map(({ chunkId }) => chunkId);

describe('an index of several languages', () => {
  const index = indexOf([
    'Die Zimmer sind ab drei Uhr bereit und die Koffer können bei uns an der Rezeption bleiben.',
    'Les chambres sont prêtes à partir de quinze heures et les bagages restent à la réception.',
    'The rooms are ready from three and suitcases can be left at the desk.',
    'Las habitaciones están listas a las tres y el equipaje se queda en la recepción.',
    '部屋は三時から使えます。荷物はフロントで預かります。',
    'Öffnungszeiten: Mo-Fr 8-18',
  ]);

  test.each([
    ['Wo bleibt mein Koffer?', 0],
    ['ou laisser mes bagages', 1],
    ['where do I leave my suitcase', 2],
    ['donde dejo el equipaje', 3],
    ['荷物', 4],
    ['offnungszeiten', 5],
  ])('answers %s with passage %i first', (question, expected) => {
    expect(ask(index, question)[0]).toBe(expected);
  });
});

describe('feedback', () => {
  test('finds passages on the same topic in other words, ranked below those that have the words', () => {
    const filler = Array.from(
      { length: 78 },
      (_, index) => `Passage ${index} about nothing in particular, number${index}.`,
    );
    const index = indexOf([
      'The sauna and the steambath are in the basement.',
      'Towels for the steambath hang in the basement.',
      ...filler,
    ]);
    expect(ask(index, 'sauna').slice(0, 2)).toEqual([0, 1]);
  });
});

describe('embedder reliability', () => {
  const subjects = ['parking garage cars', 'breakfast buffet coffee', 'dogs cats pets', 'pool sauna towels'];
  const texts = Array.from(
    { length: 80 },
    (_, index) => `Rule ${index} about ${subjects[index % 4]} and room number ${index}.`,
  );

  function randomVectors(): Float32Array[] {
    let state = 5;
    const next = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32 - 0.5;
    };
    return texts.map(() => unit(Float32Array.from({ length: 64 }, next)));
  }

  test('random vectors do not displace word matches', () => {
    const vectors = randomVectors();
    const misled = ask(indexOf(texts, vectors), 'dogs pets', vectors[1] ?? null);
    expect(misled.map((id) => id % 4)).toEqual(Array<number>(10).fill(2));
  });

  test('reliable vectors find passages without word matches', () => {
    const vectors = texts.map((_, index) =>
      unit(
        Float32Array.from({ length: 64 }, (_, position) =>
          position === index % 4 ? 5 : Math.sin(index * 7 + position),
        ),
      ),
    );
    const query = Float32Array.from({ length: 64 }, (_, position) => (position === 3 ? 1 : 0));
    const found = ask(indexOf(texts, vectors), 'zzz', query);
    expect(new Set(found.map((id) => id % 4))).toEqual(new Set([3]));
  });
});

describe('vectors', () => {
  test('of new dimensions replace the old ones', () => {
    const index = indexOf(['first thing', 'second thing'], [Float32Array.of(1, 0), Float32Array.of(0, 1)]);
    const chunk = { documentId: 1, generation: 1, heading: '', revision: 2 };
    index.upsert([{ ...chunk, id: 0, text: 'first thing', vector: Float32Array.of(0, 0, 1) }]);
    expect(ask(index, 'zzz', Float32Array.of(1, 0))).toEqual([]);
    expect(ask(index, 'zzz', Float32Array.of(0, 0, 1))).toEqual([0]);
  });

  test('find the only passage by meaning', () => {
    expect(ask(indexOf(['only one'], [Float32Array.of(1, 0)]), 'zzz', Float32Array.of(0.8, 0.6))).toEqual([
      0,
    ]);
  });
});

test('returns at most the limit, best score first, for any passages and question', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 60 }),
      text,
      fc.integer({ min: -1, max: 5 }),
      (texts, query, limit) => {
        const found = indexOf(texts).search({ query, queryVector: null, limit });
        expect(found.length).toBeLessThanOrEqual(Math.max(0, limit));
        for (const [place, { score }] of found.entries()) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(found[place - 1]?.score ?? 1);
        }
      },
    ),
  );
});
