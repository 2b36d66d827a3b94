import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rmsDbfs } from '../voice/audio/level.ts';
import { Resampler } from './resampler.ts';

function sine(frequencyHz: number, sampleRateHz: number, samples = sampleRateHz): Int16Array {
  return Int16Array.from({ length: samples }, (_, index) =>
    Math.round(16_000 * Math.sin((2 * Math.PI * frequencyHz * index) / sampleRateHz)),
  );
}

/** Energy other than the sine, in dB below it; the sine's amplitude and phase are fitted. */
function distortionDb(samples: Int16Array, frequencyHz: number, sampleRateHz: number): number {
  const middle = samples.slice(samples.length / 4, (samples.length * 3) / 4);
  const waves = [Math.cos, Math.sin].map((wave) =>
    Float64Array.from(middle, (_, index) => wave((2 * Math.PI * frequencyHz * index) / sampleRateHz)),
  );
  const amplitudes = waves.map(
    (wave) => (2 / middle.length) * wave.reduce((sum, value, index) => sum + value * (middle[index] ?? 0), 0),
  );
  const rest = middle.map((value, index) =>
    Math.round(
      value - waves.reduce((sum, wave, one) => sum + (amplitudes[one] ?? 0) * (wave[index] ?? 0), 0),
    ),
  );
  return rmsDbfs(rest) - rmsDbfs(middle);
}

const pairs = [
  [8000, 16_000],
  [16_000, 8000],
  [8000, 24_000],
  [24_000, 8000],
  [22_050, 8000],
  [22_050, 16_000],
  [24_000, 16_000],
  [32_000, 16_000],
  [44_100, 8000],
  [48_000, 8000],
  [48_000, 16_000],
  [16_000, 48_000],
] as const;

describe.each(pairs)('from %i to %i Hz', (from, to) => {
  test.each([300, 1000, 3400])('keeps a tone of %i Hz undistorted and at its level', (frequencyHz) => {
    const result = new Resampler(from, to).process(sine(frequencyHz, from));
    expect(distortionDb(result, frequencyHz, to)).toBeLessThan(-60);
    expect(rmsDbfs(result.slice(to / 4))).toBeCloseTo(rmsDbfs(sine(frequencyHz, from)), 0);
  });

  test('returns samples for the elapsed time, and the rest on flush', () => {
    const resampler = new Resampler(from, to);
    expect(resampler.process(new Int16Array(from)).length).toBe(to);
    expect(resampler.flush().length).toBe(Math.ceil((resampler.delayMs * to) / 1000));
  });
});

test.each([
  [16_000, 8000, 4700],
  [16_000, 8000, 7000],
  [24_000, 8000, 5000],
  [48_000, 8000, 11_000],
  [48_000, 16_000, 9500],
  [22_050, 8000, 4800],
])('from %i to %i Hz, %i Hz does not alias into the passband', (from, to, frequencyHz) => {
  const result = new Resampler(from, to).process(sine(frequencyHz, from));
  expect(rmsDbfs(result.slice(to / 10))).toBeLessThan(-70);
});

test('keeps silence and a constant level', () => {
  const level = new Resampler(22_050, 16_000).process(new Int16Array(22_050).fill(10_000)).slice(1000);
  expect(Math.max(...level) - Math.min(...level)).toBeLessThanOrEqual(2);
  expect(new Set(new Resampler(22_050, 16_000).process(new Int16Array(5000)))).toEqual(new Set([0]));
});

test('clips at full scale instead of wrapping', () => {
  const square = Int16Array.from({ length: 8000 }, (_, index) => (index % 40 < 20 ? 32_767 : -32_768));
  const result = new Resampler(8000, 16_000).process(square).slice(200);
  for (let index = 1; index < result.length; index += 1) {
    expect(Math.abs((result[index] ?? 0) - (result[index - 1] ?? 0))).toBeLessThan(60_000);
  }
});

test('the output does not depend on chunk boundaries', () => {
  const samples = Int16Array.from({ length: 2000 }, (_, index) => ((index * 7919) % 40_000) - 20_000);
  fc.assert(
    fc.property(
      fc.constantFrom(...pairs),
      fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 12 }),
      ([from, to], cuts) => {
        const whole = new Resampler(from, to).process(samples);
        const resampler = new Resampler(from, to);
        const ends = [
          ...cuts.map((_, index) => cuts.slice(0, index + 1).reduce((a, b) => a + b, 0)),
          samples.length,
        ];
        const pieces = ends.map((end, index) => resampler.process(samples.slice(ends[index - 1] ?? 0, end)));
        expect(pieces.flatMap((piece) => [...piece])).toEqual([...whole]);
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  [8000, 7000],
  [96_000, 8000],
  [8000.5, 16_000],
  [8000, 15_999],
])('refuses %d to %d Hz', (from, to) => {
  expect(() => new Resampler(from, to)).toThrow(RangeError);
});
