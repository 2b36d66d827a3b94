import { describe, expect, test } from 'vitest';
import { decodeAlaw, decodeUlaw, encodeAlaw, encodeUlaw, ULAW_SILENCE, ulawOf } from './g711.ts';

const allBytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const allSamples = Int16Array.from({ length: 0x10000 }, (_, index) => index - 0x8000);

/** @param bias added to a magnitude to find its segment @param loudest clipping level of the codec */
function misplaced(code: (samples: Int16Array) => Int16Array, bias: number, loudest: number): number[] {
  const decoded = code(allSamples);
  return [...allSamples].filter((value, index) => {
    const heard = decoded[index] ?? 0;
    const step = 2 ** Math.floor(Math.log2(Math.min(Math.abs(value), loudest) + bias)) / 16;
    const isOff = Math.abs(value) <= loudest && Math.abs(heard - value) > step / 2;
    return isOff || heard < (decoded[index - 1] ?? heard);
  });
}

describe('µ-law', () => {
  // Decoder output values of the standard's table 2a, in 14 bits: the last value of each segment and its code.
  test.each([
    [0xff, 0],
    [0xfe, 2],
    [0xf0, 30],
    [0xef, 33],
    [0xe0, 93],
    [0xd0, 219],
    [0xc0, 471],
    [0xb0, 975],
    [0xa0, 1983],
    [0x90, 3999],
    [0x8f, 4191],
    [0x80, 8031],
  ])('decodes %i as %i, and its mirrored code as the negative', (code, value) => {
    expect([...decodeUlaw(Uint8Array.of(code, code & 0x7f))]).toEqual([
      value * 4,
      value === 0 ? 0 : value * -4,
    ]);
  });

  // Decision values of table 2a: the code changes exactly at them.
  test.each([1, 3, 31, 35, 95, 223, 479, 991, 2015, 4063, 4319, 7903])('changes code at %i', (decision) => {
    const [below = 0, above = 0] = encodeUlaw(Int16Array.of(decision * 4 - 1, decision * 4));
    expect(below - above).toBe(1);
  });

  test('every code except negative zero survives a round trip', () => {
    const expected = Uint8Array.from(allBytes, (byte) => (byte === 0x7f ? 0xff : byte));
    expect(encodeUlaw(decodeUlaw(allBytes))).toEqual(expected);
  });

  test('clips the loudest samples and keeps silence', () => {
    expect(ulawOf(0)).toBe(ULAW_SILENCE);
    expect([...encodeUlaw(Int16Array.of(32_767, -32_768, 0))]).toEqual([0x80, 0x00, ULAW_SILENCE]);
  });

  test('is monotonic, with an error of at most half a step', () => {
    expect(misplaced((samples) => decodeUlaw(encodeUlaw(samples)), 132, 32_639)).toEqual([]);
  });
});

describe('A-law', () => {
  // Decoder output values of the standard's table 1a, in 13 bits.
  test.each([
    [0xd5, 1],
    [0xda, 31],
    [0xc5, 33],
    [0xca, 63],
    [0xf5, 66],
    [0xfa, 126],
    [0xe5, 132],
    [0x95, 264],
    [0x85, 528],
    [0xb5, 1056],
    [0xa5, 2112],
    [0xaa, 4032],
  ])('decodes %i as %i, and its mirrored code as the negative', (code, value) => {
    expect([...decodeAlaw(Uint8Array.of(code, code & 0x7f))]).toEqual([value * 8, value * -8]);
  });

  test.each([2, 32, 64, 68, 128, 256, 512, 1024, 2048, 3968])('changes code at %i', (decision) => {
    const [below = 0, above = 0] = decodeAlaw(encodeAlaw(Int16Array.of(decision * 8 - 1, decision * 8)));
    expect(below).toBeLessThan(decision * 8);
    expect(above).toBeGreaterThan(decision * 8);
  });

  test('every code survives a round trip', () => {
    expect(encodeAlaw(decodeAlaw(allBytes))).toEqual(allBytes);
  });

  test('is monotonic, with an error of at most half a step', () => {
    expect(misplaced((samples) => decodeAlaw(encodeAlaw(samples)), 256, 32_767)).toEqual([]);
  });
});
