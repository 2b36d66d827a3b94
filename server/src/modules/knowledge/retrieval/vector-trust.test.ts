import { expect, test } from 'vitest';
import { type SamplePassage, vectorTrust } from './vector-retriever.ts';

/** Passages on four topics; `near` is the embedder's similarity of two of them. */
function sample(count: number, near: (a: number, b: number) => number): SamplePassage[] {
  return Array.from({ length: count }, (_, index) => ({
    terms: new Set([`subject${index % 4}`, `about${index % 4}`, `common`, `own${index}`]),
    similarityTo: (other) => near(index, other),
  }));
}

/** Deterministic pseudo-random values. */
const noise = (a: number, b: number): number =>
  Math.abs(Math.sin((a + 1) * 12.9898 + (b + 1) * 78.233) * 43_758.5453) % 1;

test('trusts an embedder that places passages of one topic together', () => {
  expect(vectorTrust(sample(64, (a, b) => (a % 4 === b % 4 ? 0.8 : 0.1) + noise(a, b) * 0.1)).trust).toBe(1);
});

test('does not trust random vectors or an embedder that places unrelated passages together', () => {
  expect(vectorTrust(sample(64, noise)).trust).toBeLessThan(0.3);
  expect(vectorTrust(sample(64, (a, b) => (a % 4 === b % 4 ? 0 : 0.5) + noise(a, b) * 0.1)).trust).toBe(0);
});

test('trusts an embedder on short answers that rarely share a word with their nearest neighbor', () => {
  const answers = Array.from({ length: 60 }, (_, index) => ({
    terms: new Set([
      `own${index}`,
      `also${index}`,
      `chance${(index * 7) % 25}`,
      ...(index % 3 === 0 ? [`subject${index % 12}`] : []),
    ]),
    similarityTo: (other: number) => (index % 12 === other % 12 ? 0.6 : 0.2) + noise(index, other) * 0.3,
  }));
  expect(vectorTrust(answers).trust).toBe(1);
  const dealt = answers.map((answer, index) => ({
    ...answer,
    similarityTo: (other: number) => noise(index, other),
  }));
  expect(vectorTrust(dealt).trust).toBeLessThan(0.3);
});

test('trusts by default if there are few passages or no common words', () => {
  expect(vectorTrust(sample(8, noise)).trust).toBe(1);
  expect(vectorTrust([]).trust).toBe(1);
  const strangers = Array.from({ length: 40 }, (_, index) => ({
    terms: new Set([`own${index}`]),
    similarityTo: () => 0.5,
  }));
  expect(vectorTrust(strangers).trust).toBe(1);
});

test('computes the background from similarities between passages', () => {
  const { background } = vectorTrust(sample(60, () => 0.42));
  expect(background.mean).toBeCloseTo(0.42, 2);
  expect(background.deviation).toBeLessThan(0.02);
});
