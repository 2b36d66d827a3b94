import { inflateRawSync } from 'node:zlib';
import { ExtractionFailure, reasons } from '../failure.ts';
import type { ExtractionLimits } from '../limits.ts';
import { readZipDirectory, type ZipEntry, zipEntryBytes } from '../zip-directory.ts';

export interface DocxPackage {
  /** An XML part; null if missing. Decompressed on each call, so that only one part is in memory. */
  part: (name: string) => Buffer | null;
}

/** Validates a package: declared sizes, real sizes of the XML parts, and no entity declarations, which Word never writes. */
export function openDocx(bytes: Uint8Array, limits: ExtractionLimits): DocxPackage {
  const entries = readZipDirectory(bytes, limits.packageEntries);
  if (entries === 'too-many') {
    throw new ExtractionFailure(reasons.entries(limits.packageEntries));
  }
  const isWord = entries?.some((entry) => /^\/?word\/[\w-]+\.xml$/i.test(entry.name)) ?? false;
  if (entries === null || !isWord || entries.some((entry) => entry.encrypted || entry.method === 'other')) {
    throw new ExtractionFailure(reasons.damagedDocx);
  }
  const parts = entries.filter((entry) => /\.(xml|rels)$/i.test(entry.name));
  const declared = parts.reduce((sum, part) => sum + part.declaredBytes, 0);
  if (declared > limits.unpackedBytes) {
    throw new ExtractionFailure(reasons.expands(limits.unpackedBytes));
  }
  for (const part of parts) {
    const xml = partBytes(bytes, part);
    if (xml.includes('<!ENTITY') || xml.includes('<!DOCTYPE')) {
      throw new ExtractionFailure(reasons.entities);
    }
  }
  const byName = new Map(parts.map((part) => [nameKey(part.name), part]));
  return {
    part: (name) => {
      const entry = byName.get(nameKey(name));
      return entry === undefined ? null : partBytes(bytes, entry);
    },
  };
}

/** Part names are case-insensitive, and some programs write a leading slash. */
function nameKey(name: string): string {
  return name.replace(/^\/+/, '').toLowerCase();
}

/** Decompresses a part up to its declared size, which may be false. */
function partBytes(bytes: Uint8Array, part: ZipEntry): Buffer {
  const packed = zipEntryBytes(bytes, part);
  if (packed === null) {
    throw new ExtractionFailure(reasons.damagedDocx);
  }
  if (part.method === 'stored') return Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, part.declaredBytes) });
  } catch {
    throw new ExtractionFailure(reasons.damagedDocx);
  }
}
