import { expect, test } from 'vitest';
import { floatsOf, integersOf, loudnessOf, meterFill } from './audio-samples.ts';

test('converts samples to floats and back', () => {
  expect([...floatsOf(Int16Array.of(0, 16_384, -32_768))]).toEqual([0, 0.5, -1]);
  expect([...integersOf(Float32Array.of(0, 0.5, -1, 3, -3))]).toEqual([0, 16_384, -32_767, 32_767, -32_767]);
});

test.each([
  [[], 0],
  [[0, 0], 0],
  [[0.5, -0.5], 0.5],
])('the samples %j have the level %d', (samples, loudness) => {
  expect(loudnessOf(Float32Array.from(samples))).toBe(loudness);
});

test.each([
  [0, 0],
  [0.001, 0],
  [0.0316, 0.5],
  [1, 1],
  [4, 1],
])('shows the level %d as %d', (loudness, fill) => {
  expect(meterFill(loudness)).toBeCloseTo(fill, 2);
});
