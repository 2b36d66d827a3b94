import { expect, test } from 'vitest';
import { pictureError, readPicture } from './picture-rules.ts';

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

const png = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d', 'hex').copy(head);
  head.write('IHDR', 12);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
};

/** An application segment before the frame, as cameras write it. */
const JPEG = bytes(
  [0xff, 0xd8, 0xff, 0xe0, 0, 6, 1, 2, 3, 4],
  [0xff, 0xff, 0xc2, 0, 17, 8, 1, 0, 2, 0x80, 3, 0, 0, 0, 0, 0, 0],
);

const webp = (kind: string, rest: number[]): Buffer =>
  bytes(
    'RIFF',
    [0, 0, 0, 0],
    'WEBP',
    kind,
    [0, 0, 0, 0],
    rest,
    Array.from({ length: 16 }, () => 0),
  );

test.each([
  ['PNG', png(200, 100), { type: 'image/png', width: 200, height: 100 }],
  ['JPEG', JPEG, { type: 'image/jpeg', width: 640, height: 256 }],
  [
    'lossy WebP',
    webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 64, 0, 32, 0]),
    { type: 'image/webp', width: 64, height: 32 },
  ],
  ['lossless WebP', webp('VP8L', [0x2f, 63, 0xc0, 7, 0]), { type: 'image/webp', width: 64, height: 32 }],
  [
    'extended WebP',
    webp('VP8X', [0, 0, 0, 0, 63, 0, 0, 31, 0, 0]),
    { type: 'image/webp', width: 64, height: 32 },
  ],
  ['a page', bytes('<svg onload="alert(1)"/>'), null],
  ['nothing', Buffer.alloc(0), null],
  ['the beginning of a JPEG', JPEG.subarray(0, 12), null],
  ['a JPEG with an endless segment', bytes([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff], 'rest of file'), null],
])('reads %s', (_name, file, expected) => {
  expect(readPicture(file)).toEqual(expected);
});

test('limits the size in pixels', () => {
  expect(pictureError(png(2048, 2048))).toBeNull();
  expect(pictureError(png(2049, 10))).toContain('2048 pixels');
  expect(pictureError(png(0, 10))).toContain('2048 pixels');
});
