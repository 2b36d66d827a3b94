import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProviderError } from '../interfaces/provider-error.ts';
import { readWav } from './read-wav.ts';

interface Format {
  encoding: number;
  channels: number;
  sampleRateHz: number;
  bits: number;
}

const MONO: Format = { encoding: 1, channels: 1, sampleRateHz: 16_000, bits: 16 };

function chunk(tag: string, body: Buffer, claimedBytes = body.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(tag, 'latin1');
  head.writeUInt32LE(claimedBytes, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

function format({ encoding, channels, sampleRateHz, bits }: Format): Buffer {
  const body = Buffer.alloc(16);
  for (const [at, value] of [
    [0, encoding],
    [2, channels],
    [12, (channels * bits) / 8],
    [14, bits],
  ] as const) {
    body.writeUInt16LE(value, at);
  }
  body.writeUInt32LE(sampleRateHz, 4);
  return chunk('fmt ', body);
}

function wav(...chunks: Buffer[]): Buffer {
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...chunks]));
}

const pcm = (samples: readonly number[]): Buffer => {
  const body = Buffer.alloc(samples.length * 2);
  for (const [index, sample] of samples.entries()) body.writeInt16LE(sample, index * 2);
  return body;
};

describe('readWav', () => {
  test('returns all samples, even with other chunks around them', () => {
    const samples = fc.array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 300 });
    const other = fc.uint8Array({ maxLength: 9 }).map((bytes) => chunk('LIST', Buffer.from(bytes)));
    fc.assert(
      fc.property(
        samples,
        fc.constantFrom(8_000, 16_000, 22_050),
        fc.array(other, { maxLength: 3 }),
        (...given) => {
          const [spoken, sampleRateHz, others] = given;
          const file = wav(
            ...others,
            format({ ...MONO, sampleRateHz }),
            ...others,
            chunk('data', pcm(spoken)),
            ...others,
          );
          const audio = readWav(file);
          expect(audio.sampleRateHz).toBe(sampleRateHz);
          expect([...audio.samples]).toEqual(spoken);
        },
      ),
    );
  });

  test('reads a stream with a placeholder length', () => {
    const file = wav(format(MONO), chunk('data', pcm([1, -2, 3]), 0x7ffff000));
    expect([...readWav(file).samples]).toEqual([1, -2, 3]);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['another kind of file', Buffer.from('OggS, and then some more')],
    ['no data', wav(format(MONO))],
    ['data before its format', wav(chunk('data', pcm([1])), format(MONO))],
    ['a short format', wav(chunk('fmt ', Buffer.alloc(4)), chunk('data', pcm([1])))],
    ['two channels', wav(format({ ...MONO, channels: 2 }), chunk('data', pcm([1])))],
    ['floating point', wav(format({ ...MONO, encoding: 3 }), chunk('data', pcm([1])))],
    ['8 bits', wav(format({ ...MONO, bits: 8 }), chunk('data', pcm([1])))],
  ])('rejects %s', (_what, file) => {
    expect(() => readWav(file)).toThrow(expect.objectContaining({ code: 'malformed' }));
  });

  test('throws only provider errors, for any input', () => {
    const anything = fc.uint8Array({ maxLength: 80 });
    fc.assert(
      fc.property(anything, fc.boolean(), (bytes, headed) => {
        try {
          readWav(headed ? wav(Buffer.from(bytes)) : bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(ProviderError);
        }
      }),
    );
  });
});
