import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { G722Decoder, G722Encoder } from './g722.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Six seconds of noise, a rising tone, a loud square wave, a tone in noise, and silence; only integers. */
function sounds(): Int16Array {
  let state = 1;
  return Int16Array.from({ length: 96_000 }, (_, index) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    const second = Math.floor(index / 16_000);
    if (second === 0) return state >> 16;
    if (second <= 2) return ((index * (index >> 6)) & 0x3fff) - 0x2000;
    if (second === 3) return ((index >> 6) & 1) === 1 ? 32_767 : -32_768;
    return second === 4 ? (((index * 900) & 0x1fff) >> 1) - 2048 + (state >> 22) : 0;
  });
}

/** SHA-256 of the bytes that FFmpeg encodes of these sounds, and of the samples that it decodes from them. */
const ENCODED = '4671311a51dcfbe54c1d519d5eda59c57f24755045ece7cceccee6c8852d3e3c';
const DECODED = '8b78a38c143c797d6138a754ea6a27f6c4f3bbc5529e5b4bf50baae0698c8823';

test('encodes and decodes exactly as the reference does', () => {
  const encoder = new G722Encoder();
  const bytes = encoder.encode(sounds());
  expect(sha256(bytes)).toBe(ENCODED);
  const samples = new G722Decoder().decode(bytes);
  expect(sha256(new Uint8Array(samples.buffer))).toBe(DECODED);
});

test('produces the same output for any chunk size', () => {
  const whole = sounds().subarray(0, 8000);
  const expected = new G722Encoder().encode(whole);
  const sound = new G722Decoder().decode(expected);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 5, maxLength: 40 }), (lengths) => {
      const encoder = new G722Encoder();
      const decoder = new G722Decoder();
      let at = 0;
      for (const length of lengths) {
        const end = Math.min(at + 2 * length, whole.length);
        const bytes = encoder.encode(whole.subarray(at, end));
        expect(bytes).toEqual(expected.subarray(at / 2, end / 2));
        expect(decoder.decode(bytes)).toEqual(sound.subarray(at, end));
        at = end;
      }
    }),
    { numRuns: 20 },
  );
});

test('preserves the level of tones at 500 Hz, 2 kHz and 6 kHz', () => {
  for (const hertz of [500, 2000, 6000]) {
    const tone = Int16Array.from({ length: 16_000 }, (_, index) =>
      Math.round(8000 * Math.sin((2 * Math.PI * hertz * index) / 16_000)),
    );
    const heard = new G722Decoder().decode(new G722Encoder().encode(tone)).subarray(1600);
    const level = Math.sqrt(heard.reduce((sum, sample) => sum + sample * sample, 0) / heard.length);
    expect(level).toBeGreaterThan(5657 * 0.9);
    expect(level).toBeLessThan(5657 * 1.1);
  }
});
