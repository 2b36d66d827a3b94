import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trailingSilenceMs } from './trailing-silence.ts';

/** 32 ms at 8 kHz: a tone until `untilMs`, then another level. */
function piece(untilMs: number, { loud, after }: { loud: number; after: number }): Int16Array {
  return Int16Array.from({ length: 256 }, (_, index) => {
    const level = index < untilMs * 8 ? loud : after;
    return Math.round(level * Math.sin((2 * Math.PI * 500 * index) / 8000));
  });
}

test.each<[string, number, { loud: number; after: number }, number]>([
  ['speech that stops in the middle', 16, { loud: 8000, after: 0 }, 16],
  ['speech that stops on a humming line', 12, { loud: 8000, after: 60 }, 20],
  ['speech to the end', 32, { loud: 8000, after: 0 }, 0],
  ['a word that ends softly', 16, { loud: 8000, after: 800 }, 0],
  ['soft speech that stops', 8, { loud: 300, after: 20 }, 24],
  ['speech that stops in a loud room', 16, { loud: 3000, after: 1500 }, 0],
  ['silence alone', 0, { loud: 0, after: 0 }, 32],
  ['a hum alone', 0, { loud: 0, after: 60 }, 32],
])('measures the trailing silence of %s', (_, untilMs, levels, expected) => {
  expect(trailingSilenceMs(piece(untilMs, levels))).toBe(expected);
});

test('the trailing silence grows with the silence, up to the length of the frame', () => {
  const sound = fc.array(fc.integer({ min: -32_768, max: 32_767 }), { minLength: 256, maxLength: 256 });
  fc.assert(
    fc.property(sound, fc.integer({ min: 0, max: 8 }), (samples, steps) => {
      const whole = Int16Array.from(samples);
      const ended = Int16Array.from(samples);
      ended.fill(0, 256 - steps * 32);
      expect(trailingSilenceMs(whole)).toBeGreaterThanOrEqual(0);
      expect(trailingSilenceMs(ended)).toBeGreaterThanOrEqual(steps * 4);
      expect(trailingSilenceMs(ended)).toBeLessThanOrEqual(32);
    }),
  );
});
