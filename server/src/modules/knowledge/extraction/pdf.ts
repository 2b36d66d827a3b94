import { PDFiumModule } from '@hyzyla/pdfium';
import { cleanText, type Section } from '../chunking/section.ts';
import type { ChildRequest } from './extraction.ts';
import { ExtractionFailure, reasons } from './failure.ts';
import { allocate, type PdfApi, pdfApi, readUtf16 } from './pdf-api.ts';
import { formLines, isDynamicForm } from './pdf-form.ts';
import { type PdfLine, pdfSections } from './pdf-text.ts';

export interface ReadDocument {
  title: string | null;
  pages: number;
  /** The page at which the next child continues; null if the document is complete. */
  nextPage: number | null;
  /** Some pages have images but no text. */
  onlyImages: boolean;
  /** Names the unreadable content for the user; null if everything is readable. */
  warning: string | null;
  /** Can be iterated once. */
  sections: Iterable<Section>;
}

const passwordError = 4;
const securityError = 5;
const imageObject = 3;
const formObject = 5;
const inspectedObjects = 100;
const fontNameBytes = 128;

/** Reads a PDF from `request.fromPage` until its end or until `readingCpuSeconds` are used up. */
export async function readPdf(
  bytes: Uint8Array,
  request: ChildRequest,
  onProgress: (done: number, total: number) => void,
): Promise<ReadDocument> {
  const api = pdfApi(await PDFiumModule({}));
  api._FPDF_InitLibraryWithConfig({ version: 2 });
  const document = openDocument(api, bytes);
  const total = api._FPDF_GetPageCount(document);
  if (total > request.limits.pages) {
    throw new ExtractionFailure(reasons.pages(total, request.limits.pages));
  }
  const pages: PdfLine[][] = [];
  let characters = 0;
  let onlyImages = false;
  let page = request.fromPage;
  const stopAt = cpuSeconds() + request.limits.readingCpuSeconds;
  // At least one page is read: children whose startup uses up the time would otherwise loop forever.
  while (page < total && (page === request.fromPage || cpuSeconds() < stopAt)) {
    const lines = readPage(api, document, page);
    onlyImages ||= lines.length === 0 && hasImage(api, document, page);
    characters += lines.reduce((sum, line) => sum + line.text.length, 0);
    if (characters > request.limits.textCharacters) {
      throw new ExtractionFailure(reasons.text(request.limits.textCharacters));
    }
    pages.push(lines);
    page += 1;
    onProgress(page, total);
  }
  return {
    title: readTitle(api, document),
    pages: total,
    nextPage: page < total ? page : null,
    onlyImages,
    warning: isDynamicForm(api, document) ? reasons.dynamicForm : null,
    sections: pdfSections(pages, request.fromPage + 1),
  };
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

function openDocument(api: PdfApi, bytes: Uint8Array): number {
  const copy = allocate(api, bytes.length);
  api.HEAPU8.set(bytes, copy);
  const document = api._FPDF_LoadMemDocument(copy, bytes.length, 0);
  if (document !== 0) {
    return document;
  }
  const error = api._FPDF_GetLastError();
  const encrypted = error === passwordError || error === securityError;
  throw new ExtractionFailure(encrypted ? reasons.encrypted : reasons.damagedPdf);
}

/** An unreadable page counts as empty, so that the other pages can be read. */
function readPage(api: PdfApi, document: number, index: number): PdfLine[] {
  const page = api._FPDF_LoadPage(document, index);
  if (page === 0) {
    return [];
  }
  const text = api._FPDFText_LoadPage(page);
  try {
    return [...(text === 0 ? [] : readLines(api, text)), ...formLines(api, page)];
  } finally {
    api._FPDFText_ClosePage(text);
    api._FPDF_ClosePage(page);
  }
}

function hasImage(api: PdfApi, document: number, index: number): boolean {
  const page = api._FPDF_LoadPage(document, index);
  if (page === 0) {
    return false;
  }
  const count = Math.min(inspectedObjects, api._FPDFPage_CountObjects(page));
  const types = Array.from({ length: count }, (_, object) =>
    api._FPDFPageObj_GetType(api._FPDFPage_GetObject(page, object)),
  );
  api._FPDF_ClosePage(page);
  return types.some((type) => type === imageObject || type === formObject);
}

function readLines(api: PdfApi, textPage: number): PdfLine[] {
  const count = api._FPDFText_CountChars(textPage);
  if (count <= 0) {
    return [];
  }
  const text = readUtf16(
    api,
    (count + 1) * 2,
    (buffer) => api._FPDFText_GetText(textPage, 0, count, buffer) * 2,
  );
  const box = allocate(api, fontNameBytes + 16);
  const lines: PdfLine[] = [];
  const clockwise = new Set<PdfLine>();
  let offset = 0;
  for (const raw of text.split('\r\n')) {
    // PDFium writes U+FFFE for a hyphen at the end of a line.
    const line = cleanText(raw.replaceAll('\ufffe', '')).trimEnd();
    if (line.trim() !== '') {
      const first = offset + raw.length - raw.trimStart().length;
      const last = offset + raw.trimEnd().length - 1;
      const measured = { text: line, ...measure(api, { textPage, box, first, last }) };
      lines.push(measured);
      if (quarterTurns(charAngle(api, textPage, first)) === 1) clockwise.add(measured);
    }
    offset += raw.length + 2;
  }
  api.wasmExports.free(box);
  return inReadingOrder(lines, clockwise);
}

/** PDFium orders rotated lines from left to right, but the first line of text rotated clockwise is the rightmost. */
function inReadingOrder(lines: readonly PdfLine[], clockwise: ReadonlySet<PdfLine>): PdfLine[] {
  const ordered: PdfLine[] = [];
  let run: PdfLine[] = [];
  const endRun = (): void => {
    const isReversed = run.every((line, index) => line.top >= (run[index - 1]?.top ?? line.top));
    ordered.push(...(isReversed ? run.toSorted((one, other) => other.top - one.top) : run));
    run = [];
  };
  for (const line of lines) {
    if (clockwise.has(line)) run.push(line);
    else {
      endRun();
      ordered.push(line);
    }
  }
  endRun();
  return ordered;
}

interface LineRange {
  textPage: number;
  box: number;
  first: number;
  last: number;
}

/** A character's vertical position as if its line were not rotated. */
function uprightBox(box: DataView, angle: number): { top: number; bottom: number } {
  // FS_RECTF: left, top, right, bottom as 32-bit floats.
  const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => box.getFloat32(offset, true));
  const sides = { left: left ?? 0, top: top ?? 0, right: right ?? 0, bottom: bottom ?? 0 };
  switch (quarterTurns(angle)) {
    case 1:
      return { top: sides.right, bottom: sides.left };
    case 2:
      return { top: -sides.bottom, bottom: -sides.top };
    case 3:
      return { top: -sides.left, bottom: -sides.right };
    default:
      return { top: sides.top, bottom: sides.bottom };
  }
}

/** Takes the height from the first character and the bottom from the last; bold if both are bold. */
function measure(api: PdfApi, line: LineRange): Omit<PdfLine, 'text'> {
  const first = charBox(api, line, line.first);
  const last = charBox(api, line, line.last);
  const endsLower = last.top < first.bottom;
  return {
    top: first.top,
    height: first.top - first.bottom,
    bottom: endsLower ? last.bottom : first.bottom,
    bold: isBold(api, line, line.first) && isBold(api, line, line.last),
  };
}

function charBox(api: PdfApi, line: LineRange, textIndex: number): { top: number; bottom: number } {
  const index = api._FPDFText_GetCharIndexFromTextIndex(line.textPage, textIndex);
  if (index < 0 || api._FPDFText_GetLooseCharBox(line.textPage, index, line.box) === 0) {
    return { top: 0, bottom: 0 };
  }
  const angle = charAngle(api, line.textPage, textIndex);
  return uprightBox(new DataView(api.HEAPU8.buffer, line.box, 16), angle);
}

/** Angle in radians, clockwise. */
function charAngle(api: PdfApi, textPage: number, textIndex: number): number {
  return api._FPDFText_GetCharAngle(textPage, api._FPDFText_GetCharIndexFromTextIndex(textPage, textIndex));
}

/** Quarter turns clockwise, 0 to 3. */
function quarterTurns(angle: number): number {
  return Math.round(angle / (Math.PI / 2)) & 3;
}

/** Decides by font name, which is more reliable than PDFium's guess from stem widths. */
function isBold(api: PdfApi, line: LineRange, textIndex: number): boolean {
  const index = api._FPDFText_GetCharIndexFromTextIndex(line.textPage, textIndex);
  const flags = line.box + fontNameBytes;
  const bytes =
    index < 0 ? 0 : api._FPDFText_GetFontInfo(line.textPage, index, line.box, fontNameBytes, flags);
  const name = api.HEAPU8.subarray(line.box, line.box + Math.min(bytes, fontNameBytes));
  return /bold|black|heavy|demi/i.test(Buffer.from(name).toString('latin1'));
}

function readTitle(api: PdfApi, document: number): string | null {
  const tag = allocate(api, 6);
  api.HEAPU8.set(new TextEncoder().encode('Title\0'), tag);
  const bytes = api._FPDF_GetMetaText(document, tag, 0, 0);
  if (bytes <= 2 || bytes > 2_000) {
    return null;
  }
  const title = readUtf16(api, bytes, (buffer) => api._FPDF_GetMetaText(document, tag, buffer, bytes));
  return cleanText(title).trim() || null;
}
