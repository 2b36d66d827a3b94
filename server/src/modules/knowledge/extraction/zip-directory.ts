/** One file of a ZIP package as declared by the central directory. */
export interface ZipEntry {
  name: string;
  compressedBytes: number;
  declaredBytes: number;
  method: 'stored' | 'deflated' | 'other';
  encrypted: boolean;
  localHeaderOffset: number;
}

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;
const maxTrailerBytes = 65_557;

/**
 * Reads a ZIP's central directory (APPNOTE 4.3.12, 4.3.16). Returns null if it is missing or inconsistent. ZIP64 and
 * split archives are not supported: a document of 20 MB needs neither.
 */
export function readZipDirectory(bytes: Uint8Array, maxEntries: number): ZipEntry[] | 'too-many' | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) {
    return null;
  }
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) {
    return 'too-many';
  }
  const entries: ZipEntry[] = [];
  let offset = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (offset + 46 > view.byteLength || view.getUint32(offset, true) !== directoryEntry) {
      return null;
    }
    const nameLength = view.getUint16(offset + 28, true);
    entries.push(readEntry(bytes, view, { offset, nameLength }));
    offset += 46 + nameLength + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true);
  }
  return entries;
}

/** The compressed bytes of an entry; null if its local header is not at the declared offset. */
export function zipEntryBytes(bytes: Uint8Array, entry: ZipEntry): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const offset = entry.localHeaderOffset;
  if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== localHeader) {
    return null;
  }
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const packed = bytes.subarray(start, start + entry.compressedBytes);
  return packed.length === entry.compressedBytes ? packed : null;
}

function readEntry(bytes: Uint8Array, view: DataView, at: { offset: number; nameLength: number }): ZipEntry {
  const { offset, nameLength } = at;
  const method = view.getUint16(offset + 10, true);
  return {
    name: new TextDecoder().decode(bytes.subarray(offset + 46, offset + 46 + nameLength)),
    compressedBytes: view.getUint32(offset + 20, true),
    declaredBytes: view.getUint32(offset + 24, true),
    method: method === 0 ? 'stored' : method === 8 ? 'deflated' : 'other',
    encrypted: (view.getUint16(offset + 8, true) & 1) === 1,
    localHeaderOffset: view.getUint32(offset + 42, true),
  };
}

function findEnd(view: DataView): number | null {
  const lowest = Math.max(0, view.byteLength - maxTrailerBytes);
  for (let offset = view.byteLength - 22; offset >= lowest; offset -= 1) {
    if (view.getUint32(offset, true) === endOfDirectory) {
      return offset;
    }
  }
  return null;
}
