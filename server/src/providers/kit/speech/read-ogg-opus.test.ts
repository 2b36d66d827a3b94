import fc from 'fast-check';
import { expect, test } from 'vitest';
import { silentVoiceMessage } from '../../../../test/kit/ogg-opus.ts';
import { readOggOpus } from './read-ogg-opus.ts';

test('reads the packets of a voice message', () => {
  const stream = readOggOpus(silentVoiceMessage(3));
  expect(stream).toMatchObject({ channels: 1, preSkip: 0 });
  expect(stream?.packets).toHaveLength(150);
  expect(stream?.packets.every((packet) => packet.length === 3)).toBe(true);
});

test('joins a packet that is longer than a segment', () => {
  const file = silentVoiceMessage(1);
  const header = Buffer.alloc(27 + 2);
  header.write('OggS');
  header.writeUInt8(2, 26);
  header.writeUInt8(255, 27);
  header.writeUInt8(45, 28);
  const long = readOggOpus(Buffer.concat([file, header, Buffer.alloc(300, 1)]));
  expect(long?.packets.at(-1)).toHaveLength(300);
});

test('stops at a file of empty packets, and at a packet without end', () => {
  const page = (length: number): Buffer => {
    const bytes = Buffer.alloc(27 + 255 + 255 * length);
    bytes.write('OggS');
    bytes.fill(255, 26, 27).fill(length, 27, 27 + 255);
    return bytes;
  };
  const file = silentVoiceMessage(1);
  const empty = readOggOpus(Buffer.concat([file, ...Array.from({ length: 1000 }, () => page(0))]));
  expect(empty?.packets).toHaveLength(50);
  const endless = readOggOpus(Buffer.concat([file, ...Array.from({ length: 100 }, () => page(255))]));
  expect(endless?.packets).toHaveLength(50);
});

test('reads a damaged file without throwing', () => {
  const file = silentVoiceMessage(1);
  fc.assert(
    fc.property(fc.nat(file.length), fc.nat(file.length - 1), fc.nat(255), (end, at, value) => {
      const damaged = Buffer.from(file.subarray(0, end));
      if (at < damaged.length) damaged[at] = value;
      expect(readOggOpus(damaged)?.packets.length ?? 0).toBeLessThan(file.length);
    }),
  );
});
