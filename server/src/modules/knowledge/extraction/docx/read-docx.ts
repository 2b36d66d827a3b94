import { inflateRawSync } from 'node:zlib';
import mammoth from 'mammoth';
import { docxMarkdown } from './docx-markdown.ts';
import { ExtractionFailure, reasons } from './failure.ts';
import type { ExtractionLimits } from './limits.ts';
import { markdownSections } from './markdown-sections.ts';
import type { ReadDocument } from './pdf.ts';
import { cleanText } from './section.ts';
import { readZipDirectory, type ZipEntry, zipEntryBytes } from './zip-directory.ts';

/**
 * Reads a Word document with mammoth. The package is judged before anything of it is opened: its declared
 * sizes, then the real ones of the XML parts, then entity declarations, which Word never writes.
 */
export async function readDocx(bytes: Uint8Array, limits: ExtractionLimits): Promise<ReadDocument> {
  inspectPackage(bytes, limits);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const html = await convert(buffer);
  return {
    title: null,
    pages: 1,
    nextPage: null,
    onlyImages: false,
    sections: markdownSections(cleanText(docxMarkdown(html))),
  };
}

async function convert(buffer: Buffer): Promise<string> {
  try {
    const noImages = mammoth.images.imgElement(async () => ({ src: '' }));
    const result = await mammoth.convertToHtml(
      { buffer },
      { convertImage: noImages, externalFileAccess: false },
    );
    return result.value;
  } catch (error) {
    throw error instanceof RangeError ? error : new ExtractionFailure(reasons.damagedDocx);
  }
}

function inspectPackage(bytes: Uint8Array, limits: ExtractionLimits): void {
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
    throw new ExtractionFailure(reasons.unfolds(limits.unpackedBytes));
  }
  for (const part of parts) {
    inspectPart(bytes, part);
  }
}

/** A directory may lie about sizes, so every part is unpacked once with its declared size as the most. */
function inspectPart(bytes: Uint8Array, part: ZipEntry): void {
  const packed = zipEntryBytes(bytes, part);
  if (packed === null) {
    throw new ExtractionFailure(reasons.damagedDocx);
  }
  const xml = part.method === 'stored' ? Buffer.from(packed) : unpack(packed, part.declaredBytes);
  if (xml.includes('<!ENTITY') || xml.includes('<!DOCTYPE')) {
    throw new ExtractionFailure(reasons.entities);
  }
}

function unpack(packed: Uint8Array, declaredBytes: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, declaredBytes) });
  } catch {
    throw new ExtractionFailure(reasons.damagedDocx);
  }
}
