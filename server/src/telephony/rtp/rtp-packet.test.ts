import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rtpPacket } from '../../../test/kit/rtp-peer.ts';
import { isRtcp, parseRtp, sequenceDistance, timestampDistance, writeRtp } from './rtp-packet.ts';

const header = [0x80, 0x00, 0x12, 0x34, 0, 0, 0, 0xa0, 0xde, 0xad, 0xbe, 0xef];
const parse = (...bytes: number[]) => parseRtp(Uint8Array.from(bytes));

describe('an RTP packet', () => {
  test('is parsed', () => {
    expect(parse(...header, 1, 2, 3)).toEqual({
      payloadType: 0,
      marker: false,
      sequence: 0x1234,
      timestamp: 160,
      ssrc: 0xdeadbeef,
      payload: Uint8Array.of(1, 2, 3),
    });
    expect(parse(0x80, 0x80 | 101, ...header.slice(2))).toMatchObject({ payloadType: 101, marker: true });
  });

  test('is parsed with CSRCs, extension and padding', () => {
    const rest = header.slice(1);
    const sources = [1, 1, 1, 1, 2, 2, 2, 2];
    const extension = [0xbe, 0xde, 0, 1, 9, 9, 9, 9];
    expect(parse(0x82, ...rest, ...sources, 7)?.payload).toEqual(Uint8Array.of(7));
    expect(parse(0x90, ...rest, ...extension, 7)?.payload).toEqual(Uint8Array.of(7));
    expect(parse(0xa0, ...rest, 7, 0, 0, 3)?.payload).toEqual(Uint8Array.of(7));
    expect(parse(0xb2, ...rest, ...sources, ...extension, 7, 8, 0, 2)?.payload).toEqual(Uint8Array.of(7, 8));
    expect(parse(0xa0, ...rest, 7, 1)?.payload).toEqual(Uint8Array.of(7));
  });

  test.each([
    ['ends within the header', header.slice(0, 11)],
    ['is of another version', [0x40, ...header.slice(1)]],
    ['ends within its CSRCs', [0x8f, ...header.slice(1), 0, 0]],
    ['ends within its extension', [0x90, ...header.slice(1), 0, 0, 0, 9, 1]],
    ['ends before its extension', [0x90, ...header.slice(1), 0, 0]],
    ['has more padding than payload', [0xa0, ...header.slice(1), 1, 9]],
    ['has a padding count of 0', [0xa0, ...header.slice(1), 1, 0]],
    ['is RTCP', [0x80, 200, ...header.slice(2)]],
  ])('is rejected if it %s', (_what, bytes) => {
    expect(parse(...bytes)).toBeNull();
  });

  test('is parsed back as written', () => {
    const packet = fc.record({
      payloadType: fc.integer({ min: 0, max: 63 }),
      marker: fc.boolean(),
      sequence: fc.integer({ min: 0, max: 0xffff }),
      timestamp: fc.integer({ min: 0, max: 0xffffffff }),
      ssrc: fc.integer({ min: 0, max: 0xffffffff }),
      payload: fc.uint8Array(),
    });
    fc.assert(
      fc.property(packet, (fields) => {
        expect(parseRtp(Uint8Array.from(writeRtp(fields)))).toEqual(fields);
      }),
    );
  });

  test('never makes the parser throw', () => {
    const bytes = fc.uint8Array({ maxLength: 80 });
    const marked = fc
      .tuple(fc.integer({ min: 0x80, max: 0xbf }), bytes)
      .map(([first, rest]) => Uint8Array.of(first, ...rest));
    fc.assert(
      fc.property(fc.oneof(bytes, marked), (written) => {
        const packet = parseRtp(written);
        if (packet !== null) expect(packet.payload.length).toBeLessThanOrEqual(written.length - 12);
      }),
      { numRuns: 5000 },
    );
  });
});

test('sequence and timestamp distances wrap around', () => {
  expect(sequenceDistance(65_535, 0)).toBe(1);
  expect(sequenceDistance(0, 65_535)).toBe(-1);
  expect(timestampDistance(0xffffff60, 0)).toBe(160);
  expect(writeRtp(rtpPacket({ sequence: 65_536 })).readUInt16BE(2)).toBe(0);
  expect(isRtcp(Uint8Array.of(0x80, 223))).toBe(true);
  expect(isRtcp(Uint8Array.of(0x80, 224))).toBe(false);
});
