/** Largest file in bytes, and largest width and height in pixels. */
export const PICTURE_LIMITS = { bytes: 512 * 1024, pixels: 2048 };

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

interface Picture {
  type: PictureType;
  width: number;
  height: number;
}

/** Address of the picture relative to the server. The hash changes with the picture, so caches keep it. */
export function pictureAddress(assistantUuid: string, hash: string | null): string | null {
  return hash === null ? null : `/api/widgets/${assistantUuid.toLowerCase()}/picture?v=${hash.slice(0, 16)}`;
}

/**
 * Type and size of a picture, by its content and not by its name. Null for other files, also for SVG, which can
 * contain scripts.
 */
export function readPicture(bytes: Buffer): Picture | null {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
}

/** Reason to refuse a file as picture; null if it is valid. */
export function pictureError(bytes: Buffer): string | null {
  const picture = readPicture(bytes);
  if (picture === null) return 'The picture must be a PNG, JPEG or WebP file.';
  const { width, height } = picture;
  const isTooLarge = Math.max(width, height) > PICTURE_LIMITS.pixels || Math.min(width, height) === 0;
  return isTooLarge ? `The picture must have at most ${PICTURE_LIMITS.pixels} pixels on each side.` : null;
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

function readPng(bytes: Buffer): Picture | null {
  const isPng = bytes.length >= 33 && bytes.subarray(0, 8).equals(PNG) && textAt(bytes, 12) === 'IHDR';
  if (!isPng) return null;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Markers of frame headers, which contain the size; the others in their range are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Buffer): Picture | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) {
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}

function readWebp(bytes: Buffer): Picture | null {
  if (bytes.length < 30 || textAt(bytes, 0) !== 'RIFF' || textAt(bytes, 8) !== 'WEBP') return null;
  switch (textAt(bytes, 12)) {
    case 'VP8 ':
      return {
        type: 'image/webp',
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { type: 'image/webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { type: 'image/webp', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4);
}
