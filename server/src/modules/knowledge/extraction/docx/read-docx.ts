import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { cleanText } from '../../chunking/section.ts';
import { ExtractionFailure, reasons } from '../failure.ts';
import type { ExtractionLimits } from '../limits.ts';
import { markdownSections } from '../markdown-sections.ts';
import type { ReadDocument } from '../pdf.ts';
import { type Block, joinBlocks } from './docx-blocks.ts';
import { readNumbering } from './docx-numbering.ts';
import { readStyles } from './docx-styles.ts';
import { type BodyContext, readBody, type Unreadable } from './read-body.ts';
import { readXml } from './read-xml.ts';

export async function readDocx(bytes: Uint8Array, limits: ExtractionLimits): Promise<ReadDocument> {
  const document = openDocx(bytes, limits);
  const { markdown, unreadable } = readText(document);
  return {
    title: null,
    pages: 1,
    nextPage: null,
    onlyImages: false,
    warning: warningOf(unreadable),
    sections: markdownSections(cleanText(markdown)),
  };
}

/** Headers and footers first, each text once, then the body, diagrams and notes. */
function readText(document: DocxPackage): { markdown: string; unreadable: Unreadable } {
  const parts = findParts(document);
  let references: { kind: string; id: string }[] = [];
  const styleOf = readStyles(document.part(parts.styles));
  const newContext = (): BodyContext => {
    references = [];
    return {
      styleOf,
      listMark: readNumbering(document.part(parts.numbering)),
      noteMark: (kind, id) => `[${references.push({ kind, id })}]`,
    };
  };
  const plainContext: BodyContext = {
    styleOf: () => ({ heading: null, list: null }),
    listMark: readNumbering(document.part(parts.numbering)),
    noteMark: () => '',
  };
  const plain = (): BodyContext => plainContext;
  const running = [...parts.headers, ...parts.footers].flatMap(
    (part) => readBody(document.part(part), plain).blocks,
  );
  const { blocks, unreadable } = readBody(document.part(parts.main), newContext);
  const notes: Readonly<Record<string, Map<string, Block[]>>> = {
    footnote: readBody(document.part(parts.footnotes), plain).notes,
    endnote: readBody(document.part(parts.endnotes), plain).notes,
  };
  const noteItems = references.map(({ kind, id }, index): Block => {
    const text = (notes[kind]?.get(id) ?? []).map((block) => block.text).join(' ');
    return { kind: 'item', text: `${index + 1}. ${text}` };
  });
  const diagrams = parts.diagrams.flatMap((part) => readDiagram(document.part(part)));
  return { markdown: joinBlocks([...once(running), ...blocks, ...diagrams, ...noteItems]), unreadable };
}

function once(blocks: readonly Block[]): Block[] {
  return [...new Map(blocks.map((block) => [block.text, block])).values()];
}

/** The texts of a SmartArt diagram. */
function readDiagram(bytes: Buffer | null): Block[] {
  const blocks: Block[] = [];
  let text = '';
  let isText = false;
  readXml(bytes, {
    open: (name) => {
      isText = name === 'a:t';
    },
    text: (fragment) => {
      if (isText) text += fragment;
    },
    close: (name) => {
      isText = false;
      if (name !== 'a:p') return;
      if (text.trim() !== '') blocks.push({ kind: 'item', text: `- ${text.trim()}` });
      text = '';
    },
  });
  return blocks;
}

function warningOf({ charts, embedded }: Unreadable): string | null {
  const counted = [counts(charts, 'chart'), counts(embedded, 'embedded document')].filter(
    (part) => part !== '',
  );
  return counted.length === 0
    ? null
    : `The text of ${counted.join(' and ')} could not be read. Add that text to the document and upload it again.`;
}

function counts(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}

interface DocxParts {
  main: string;
  styles: string;
  numbering: string;
  footnotes: string;
  endnotes: string;
  headers: string[];
  footers: string[];
  diagrams: string[];
}

/** Finds part names by the relationships of the package and document; falls back to default names. */
function findParts(document: DocxPackage): DocxParts {
  const [main = 'word/document.xml'] = targets(document, '_rels/.rels', '').get('officeDocument') ?? [];
  const folder = path.posix.dirname(main);
  const related = targets(document, `${folder}/_rels/${path.posix.basename(main)}.rels`, folder);
  const one = (type: string): string => related.get(type)?.[0] ?? `word/${type}.xml`;
  return {
    main,
    styles: one('styles'),
    numbering: one('numbering'),
    footnotes: one('footnotes'),
    endnotes: one('endnotes'),
    headers: related.get('header') ?? [],
    footers: related.get('footer') ?? [],
    diagrams: related.get('diagramData') ?? [],
  };
}

/** Relationship targets by the last path segment of their type. */
function targets(document: DocxPackage, relationships: string, folder: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  readXml(document.part(relationships), {
    open: (name, attribute) => {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
      const type = (attribute('Type') ?? '').split('/').at(-1) ?? '';
      const target = attribute('Target') ?? '';
      const full = target.startsWith('/') ? target : path.posix.join(folder, target);
      found.set(type, [...(found.get(type) ?? []), full]);
    },
  });
  return found;
}

interface DocxPackage {
  /** An XML part; null if missing. Decompressed on each call, so that only one part is in memory. */
  part: (name: string) => Buffer | null;
}

/** Validates a package: declared sizes, real sizes of the XML parts, and no entity declarations, which Word never writes. */
function openDocx(bytes: Uint8Array, limits: ExtractionLimits): DocxPackage {
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

/** One file of a ZIP package as declared by the central directory. */
interface ZipEntry {
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
function readZipDirectory(bytes: Uint8Array, maxEntries: number): ZipEntry[] | 'too-many' | null {
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
function zipEntryBytes(bytes: Uint8Array, entry: ZipEntry): Uint8Array | null {
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
