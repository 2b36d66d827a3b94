import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pcmBytes, pcmSamples } from './pcm-bytes.ts';

test('writes the low byte first', () => {
  expect([...pcmBytes(Int16Array.of(1, -2, 0x1234))]).toEqual([1, 0, 0xfe, 0xff, 0x34, 0x12]);
  expect([...pcmSamples(Uint8Array.of(0x34, 0x12, 0xff))]).toEqual([0x1234]);
});

test('samples survive a round trip, even from a part of a buffer, without sharing memory', () => {
  fc.assert(
    fc.property(fc.int16Array({ minLength: 4, maxLength: 200 }), (all) => {
      const samples = all.subarray(1, all.length - 1);
      const bytes = pcmBytes(samples);
      const back = pcmSamples(bytes);
      expect(back).toEqual(samples.slice());
      bytes.fill(7);
      expect(back).toEqual(samples.slice());
    }),
  );
});
