import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CopyDataFrames } from './copy-data-frames.ts';

/** What the messages carry; fails where one is not whole. */
function payloadOf(messages: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < messages.length; ) {
    expect(messages.toString('latin1', at, at + 1)).toBe('d');
    const end = at + 1 + messages.readInt32BE(at + 1);
    expect(end).toBeLessThanOrEqual(messages.length);
    pieces.push(messages.subarray(at + 5, end));
    at = end;
  }
  return Buffer.concat(pieces);
}

test('pieces of any size arrive whole and in order, though their memory is used again at once', () => {
  const size = fc.oneof(fc.nat(200), fc.integer({ min: 65_000, max: 66_000 }), fc.nat(300_000));
  fc.assert(
    fc.property(fc.array(size, { maxLength: 12 }), (sizes) => {
      const sent: Buffer[] = [];
      const frames = new CopyDataFrames((frame) => sent.push(frame));
      const expected: Buffer[] = [];
      for (const [index, length] of sizes.entries()) {
        const piece = Buffer.alloc(length, String.fromCharCode(97 + index));
        expected.push(Buffer.from(piece));
        frames.write(piece);
        piece.fill(0);
      }
      frames.flush();
      const all = Buffer.concat(expected);
      expect(payloadOf(Buffer.concat(sent)).equals(all)).toBe(true);
      expect(frames.byteCount).toBe(all.length);
      expect(sent.every((frame) => frame.length <= 65_536)).toBe(true);
    }),
  );
});
