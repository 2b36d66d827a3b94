import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  name: string;
  bytes: Uint8Array;
  /** Declared uncompressed size, if it differs from the real one. */
  claimedBytes?: number;
}

/** Builds a minimal ZIP archive (APPNOTE 4.3), with false sizes where `claimedBytes` is set. */
export function zipArchive(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const packed = deflateRawSync(file.bytes, { level: 9 });
    const header = entryHeader(file, packed.length);
    const local = Buffer.concat([
      numbers([4, 0x04034b50]),
      header,
      numbers([2, name.length], [2, 0]),
      name,
      packed,
    ]);
    const tail = numbers([2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    directory.push(Buffer.concat([numbers([4, 0x02014b50], [2, 20]), header, tail, name]));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const count = files.length;
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, listed.length],
    [4, offset],
    [2, 0],
  );
  return Buffer.concat([...parts, listed, end]);
}

/** The fields that local and central headers share: version, flags, method 8, time and date, CRC and sizes. */
function entryHeader(file: ZipFile, packedBytes: number): Buffer {
  const size = file.claimedBytes ?? file.bytes.length;
  return numbers([2, 20], [2, 0], [2, 8], [4, 0], [4, crc32(file.bytes)], [4, packedBytes], [4, size]);
}

/** Encodes little-endian numbers, given as pairs of width in bytes and value. */
function numbers(...fields: readonly (readonly [width: number, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([width, value]) => {
      const field = Buffer.alloc(width);
      field.writeUIntLE(value, 0, width);
      return field;
    }),
  );
}
