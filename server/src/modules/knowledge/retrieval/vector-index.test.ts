import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VectorIndex } from './vector-index.ts';

function unit(values: number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}

const coordinate = fc.double({ min: -1, max: 1, noNaN: true });
const vector = (dimensions: number) =>
  fc
    .array(coordinate, { minLength: dimensions, maxLength: dimensions })
    .filter((values) => Math.hypot(...values) > 0.01)
    .map(unit);
const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

test('similarities are exact up to quantization', () => {
  fc.assert(
    fc.property(vector(37), vector(37), (stored, query) => {
      const index = new VectorIndex(37);
      index.set(2_000, stored);
      expect(index.similarity(2_000, query)).toBeCloseTo(dot(stored, query), 1);
      expect(Math.abs((index.similarity(2_000, query) ?? 9) - dot(stored, query))).toBeLessThan(0.015);
      expect(index.similarity(1_999, query)).toBeNull();
    }),
  );
});

test('sign scores are the dot product with the signs of the stored vector', () => {
  fc.assert(
    fc.property(vector(19), vector(19), (stored, query) => {
      const index = new VectorIndex(19);
      index.set(0, stored);
      const expected = query.reduce(
        (sum, value, position) => sum + ((stored[position] ?? 0) > 0 ? value : -value),
        0,
      );
      expect(index.signScores(query, 1)[0]).toBeCloseTo(expected, 4);
    }),
  );
});

test('counts, replaces and removes vectors, and ignores zero and non-finite ones', () => {
  const index = new VectorIndex(2);
  index.set(0, unit([1, 0]));
  index.set(1, unit([0, 1]));
  index.set(1, unit([1, 0]));
  index.set(2, Float32Array.of(0, 0));
  index.set(3, Float32Array.of(Number.NaN, 1));
  expect(index.count).toBe(2);
  expect(index.similarity(1, unit([1, 0]))).toBeCloseTo(1);
  index.remove(0);
  index.remove(0);
  index.remove(77_000);
  expect(index.count).toBe(1);
  expect([...index.signScores(unit([1, 0]), 3)].map(Number.isFinite)).toEqual([false, true, false]);
});

test('keeps all vectors when compacting several blocks', () => {
  const index = new VectorIndex(3);
  const newSlots = new Int32Array(5_000).fill(-1);
  const kept: number[] = [];
  for (let slot = 0; slot < 5_000; slot += 1) {
    index.set(slot, unit([slot, 5_000 - slot, 1]));
    if (slot % 3 !== 0) newSlots[slot] = kept.push(slot) - 1;
  }
  index.compact(newSlots);
  expect(index.count).toBe(kept.length);
  for (const [slot, before] of kept.entries()) {
    expect(index.similarity(slot, unit([before, 5_000 - before, 1]))).toBeCloseTo(1, 2);
  }
  expect(index.similarity(kept.length, unit([1, 0, 0]))).toBeNull();
});
