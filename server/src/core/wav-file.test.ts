import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wavFile } from './wav-file.ts';

const speech = fc.record({
  samples: fc.int16Array({ maxLength: 500 }),
  sampleRateHz: fc.constantFrom(8_000, 16_000, 22_050, 24_000, 48_000),
});

describe('a WAV file', () => {
  test('writes a header with the format and both lengths', () => {
    fc.assert(
      fc.property(speech, ({ samples, sampleRateHz }) => {
        const file = Buffer.from(wavFile(samples, sampleRateHz));
        expect(file).toHaveLength(44 + samples.length * 2);
        const tags = [0, 8, 12, 36].map((offset) => file.toString('latin1', offset, offset + 4));
        expect(tags).toEqual(['RIFF', 'WAVE', 'fmt ', 'data']);
        expect([4, 16, 40].map((offset) => file.readUInt32LE(offset))).toEqual([
          file.length - 8,
          16,
          samples.length * 2,
        ]);
        const pcmMonoBytesBits = [20, 22, 32, 34].map((offset) => file.readUInt16LE(offset));
        expect(pcmMonoBytesBits).toEqual([1, 1, 2, 16]);
        expect([24, 28].map((offset) => file.readUInt32LE(offset))).toEqual([sampleRateHz, sampleRateHz * 2]);
      }),
    );
  });

  test('keeps all samples with sign and order', () => {
    fc.assert(
      fc.property(speech, ({ samples, sampleRateHz }) => {
        const file = Buffer.from(wavFile(samples, sampleRateHz));
        const read = Int16Array.from(samples, (_sample, index) => file.readInt16LE(44 + index * 2));
        expect(read).toEqual(samples);
      }),
    );
  });

  test('writes only the samples’ part of a shared buffer', () => {
    const samples = Int16Array.of(1, -32_768, 32_767, 4).subarray(1, 3);
    expect([...wavFile(samples, 8_000).subarray(44)]).toEqual([0x00, 0x80, 0xff, 0x7f]);
  });
});
