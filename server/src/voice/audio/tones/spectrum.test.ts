import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tonePower } from './goertzel.ts';
import { Spectrum } from './tone-frame.ts';

test.each([10, 40, 640, 1280])('matches the Goertzel power of each bin for %i samples', (length) => {
  const spectrum = new Spectrum(length);
  const sound = fc.array(fc.double({ min: -32_768, max: 32_767, noNaN: true }), {
    minLength: length,
    maxLength: length,
  });
  fc.assert(
    fc.property(sound, fc.integer({ min: 1, max: length / 2 - 2 }), (values, firstBin) => {
      const samples = Float64Array.from(values);
      const powers = new Float64Array(Math.min(129, length / 2 - firstBin));
      spectrum.powers(samples, firstBin, powers);
      powers.forEach((power, index) => {
        // With a window of one second, a bin is 1 Hz.
        expect(Math.abs(power - tonePower(samples, firstBin + index, length))).toBeLessThan(0.01);
      });
    }),
    { numRuns: 20 },
  );
});

test('rejects lengths other than 5 · 2ⁿ', () => {
  for (const length of [0, 5, 128, 320.5, 641]) expect(() => new Spectrum(length)).toThrow(RangeError);
});
