import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createResampler } from './resampler.ts';

function tone(hertz: number, rateHz: number, seconds: number): Float32Array {
  return Float32Array.from({ length: rateHz * seconds }, (_, index) =>
    Math.sin((2 * Math.PI * hertz * index) / rateHz),
  );
}

/** Samples from the middle, away from both ends. */
function loudness(samples: Float32Array): number {
  const middle = samples.subarray(samples.length >> 2, (samples.length * 3) >> 2);
  return Math.sqrt(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length);
}

const RATES = [
  [48_000, 16_000],
  [44_100, 16_000],
  [16_000, 48_000],
  [16_000, 44_100],
  [16_000, 96_000],
] as const;

describe.each(RATES)('from %i to %i Hz', (fromHz, toHz) => {
  test('keeps the frequency, level and duration of a voice', () => {
    const output = createResampler(fromHz, toHz)(tone(440, fromHz, 1));
    expect(Math.abs(output.length - toHz)).toBeLessThan(0.01 * toHz);
    const expected = tone(440, toHz, 1);
    const worst = output.reduce((most, sample, index) => {
      const isInside = index > 200 && index < output.length - 200;
      return isInside ? Math.max(most, Math.abs(sample - (expected[index] ?? 0))) : most;
    }, 0);
    expect(worst).toBeLessThan(0.02);
  });

  test('gives the same result for any chunk sizes', () => {
    const input = tone(300, fromHz, 0.1);
    const whole = createResampler(fromHz, toHz)(input);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 8 }), (sizes) => {
        const resample = createResampler(fromHz, toHz);
        const output: number[] = [];
        for (let begin = 0, turn = 0; begin < input.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          output.push(...resample(input.subarray(begin, begin + size)));
          begin += size;
        }
        expect(Math.abs(output.length - whole.length)).toBeLessThanOrEqual(1);
        const apart = output.map((sample, index) => Math.abs(sample - (whole[index] ?? sample)));
        expect(Math.max(...apart)).toBeLessThan(1e-4);
      }),
      { numRuns: 30 },
    );
  });
});

test('removes frequencies the lower rate cannot carry instead of aliasing them', () => {
  const output = createResampler(48_000, 16_000)(tone(11_000, 48_000, 0.5));
  expect(loudness(output)).toBeLessThan(0.01);
});

test('returns the samples unchanged at equal rates', () => {
  const input = tone(440, 16_000, 0.01);
  expect(createResampler(16_000, 16_000)(input)).toEqual(input);
});
