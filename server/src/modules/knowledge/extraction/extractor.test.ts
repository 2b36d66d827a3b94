import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import {
  entityBomb,
  expandingPdf,
  nestedZip,
  operatorPdf,
  pdfDocument,
  repeatedPdf,
  wordDocument,
  wordParagraph,
} from '../../../../test/kit/bombs.ts';
import { encoded } from '../../../../test/kit/encoded.ts';
import { someInGate, variant } from '../../../../test/kit/run-size.ts';
import type { ExtractableType, Extraction } from './extraction.ts';
import { bytesContent, createExtractor } from './extractor.ts';
import { defaultLimits, type ExtractionLimits } from './limits.ts';

const fixture = (name: string): Buffer => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
const never = new AbortController().signal;

/** Shared by all documents with the usual limits, because each extractor starts a process. */
const usual = createExtractor();
afterAll(usual.close);

async function extract(
  type: ExtractableType,
  bytes: Uint8Array,
  limits?: Partial<ExtractionLimits>,
): Promise<Extraction> {
  const extractor = limits === undefined ? usual : createExtractor({ limits });
  const extraction = await extractor.extract({ type, content: bytesContent(bytes), signal: never });
  if (extractor !== usual) await extractor.close();
  expect(extraction.usage.peakMemoryBytes).toBeLessThan(defaultLimits.memoryBytes);
  return extraction;
}

interface Case {
  name: string;
  type: ExtractableType;
  make: () => Buffer;
  reason: RegExp;
}

function textOf(extraction: Extraction): string {
  return extraction.kind === 'text'
    ? extraction.chunks.map((chunk) => chunk.text).join('\n')
    : extraction.reason;
}

function headingsAbove(extraction: Extraction, words: string): string[] {
  const chunks = extraction.kind === 'text' ? extraction.chunks : [];
  return chunks.find((chunk) => chunk.text.includes(words))?.headings ?? [];
}

describe('extraction of real documents', () => {
  it('reads a PDF with its headings and pages', async () => {
    const extraction = await extract('pdf', fixture('handbook.pdf'));
    expect(extraction).toMatchObject({ kind: 'text', pages: 2 });
    expect(headingsAbove(extraction, 'resistance must be 15.6 ohm')).toEqual([
      'Harbour 500 Espresso Machine: Service Handbook',
      'Error codes',
      'E03: the boiler does not heat',
    ]);
    expect(textOf(extraction)).toContain('measured hardness. A warranty claim');
  });

  it.each([
    ['counter-clockwise', '0 1 -1 0 60 60'],
    ['clockwise', '0 -1 1 0 500 700'],
    ['upside down', '-1 0 0 -1 500 60'],
  ])('reads a page rotated %s with its headings', async (_turn, matrix) => {
    const lines = [
      'Minutes of the illuminated williwaw',
      'MWMWMW wide',
      'iiillj narrow',
      'a last line of text',
    ];
    const drawn = lines.map((line) => `(${line}) Tj 0 -14 Td`).join(' ');
    const heading = `BT /F1 20 Tf ${matrix} Tm (Opening hours) Tj`;
    const pdf = pdfDocument([Buffer.from(`${heading} /F1 12 Tf 0 -30 Td ${drawn} ET`)]);
    expect(await extract('pdf', pdf)).toMatchObject({
      chunks: [{ headings: ['Opening hours'], text: lines.join('\n') }],
    });
  });

  it('reads form values and notes on the page', async () => {
    const field = (name: string, rest: string): string =>
      `<< /Type /Annot /Subtype /Widget /FT /Tx /Rect [0 0 90 20] /T (${name}) ${rest} >>`;
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R 5 0 R 6 0 R] >> >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [4 0 R 5 0 R 6 0 R 7 0 R] >>',
      field('f1[0]', '/TU (Name of the guest) /V (Ana Pop)'),
      field('Phone', '/V (+40 721 000 001)'),
      field('Empty', ''),
      '<< /Type /Annot /Subtype /FreeText /Rect [0 0 90 20] /Contents (Arrives late) >>',
    ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
    const pdf = Buffer.from(`%PDF-1.5\n${objects.join('')}trailer\n<< /Size 8 /Root 1 0 R >>\n%%EOF\n`);
    expect(textOf(await extract('pdf', pdf))).toBe(
      'Name of the guest: Ana Pop\nPhone: +40 721 000 001\nArrives late',
    );
  });

  it('reads columns in order and drops page numbers', async () => {
    const extraction = await extract('pdf', fixture('two-columns.pdf'));
    expect(textOf(extraction)).toMatch(/built with the older pump and need\sthe adapter/);
    expect(textOf(extraction)).not.toMatch(/^\d$/m);
  });

  it('reads a Word document with headings, table, lists and footnote', async () => {
    const extraction = await extract('docx', fixture('handbook.docx'));
    expect(headingsAbove(extraction, '1.92 pulses')).toEqual(['Error codes', 'E27: flow meter']);
    expect(textOf(extraction)).toContain('| H500-E3 | 400 V, three phases | 5.1 kW | 3 × 10 A |');
    expect(textOf(extraction)).toContain('2. Backflush with water, ten times');
    expect(textOf(extraction)).toContain('sent free of charge');
  });

  it('reads text in Windows encodings and in UTF-16', async () => {
    expect(textOf(await extract('txt', Buffer.from('Caf\xe9 cr\xe8me: 3 \x80', 'latin1')))).toBe(
      'Café crème: 3 €',
    );
    const romanian = 'Programul săptămânii în Braşov: luni până vineri';
    expect(textOf(await extract('txt', encoded('windows-1250', romanian)))).toBe(romanian);
    const wide = Buffer.from('\ufeffÜber uns: seit 1998 in Kraków', 'utf16le');
    expect(textOf(await extract('txt', wide))).toBe('Über uns: seit 1998 in Kraków');
  });

  it('reads a Word document of 10,000 formatted paragraphs', async () => {
    const font = '<w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:cs="Times New Roman"/>';
    const run = `<w:r><w:rPr>${font}<w:sz w:val="24"/><w:lang w:val="ro-RO"/></w:rPr><w:t>Some words. </w:t></w:r>`;
    const body = `<w:p><w:pPr><w:jc w:val="both"/></w:pPr>${run.repeat(5)}</w:p>`.repeat(10_000);
    expect((await extract('docx', wordDocument(body))).kind).toBe('text');
  });

  it('reads a text file of the maximum size', async () => {
    const line = 'The returns desk is open from nine to five, and on Saturdays until noon. ';
    const extraction = await extract('txt', Buffer.from(line.repeat(20_971_520 / line.length)));
    expect(extraction.kind).toBe('text');
  });
});

describe('extraction of unreadable documents', () => {
  it.each<Case>([
    {
      name: 'an encrypted PDF',
      type: 'pdf',
      make: () => fixture('encrypted.pdf'),
      reason: /protected by a password/,
    },
    { name: 'a PDF of images', type: 'pdf', make: () => fixture('scanned.pdf'), reason: /only images.*OCR/ },
    {
      name: 'a truncated PDF',
      type: 'pdf',
      make: () => fixture('handbook.pdf').subarray(0, 900),
      reason: /damaged/,
    },
    {
      name: 'a PDF of noise',
      type: 'pdf',
      make: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000, 0x9d)]),
      reason: /damaged/,
    },
    {
      name: 'a PDF without text',
      type: 'pdf',
      make: () => repeatedPdf(3, Buffer.from('')),
      reason: /no text/,
    },
    {
      name: 'a truncated Word document',
      type: 'docx',
      make: () => fixture('handbook.docx').subarray(0, 9_000),
      reason: /damaged/,
    },
    {
      name: 'a picture as a Word document',
      type: 'docx',
      make: () => fixture('picture.png'),
      reason: /damaged/,
    },
    {
      name: 'a Word document of broken XML',
      type: 'docx',
      make: () => wordDocument('<w:p><w:r>'),
      reason: /damaged|no text/,
    },
    { name: 'a picture as text', type: 'txt', make: () => fixture('picture.png'), reason: /not plain text/ },
    { name: 'an empty file', type: 'txt', make: () => Buffer.alloc(0), reason: /no text/ },
  ])('fails for $name', async ({ type, make, reason }) => {
    const extraction = await extract(type, make());
    expect(extraction.kind).toBe('failed');
    expect(textOf(extraction)).toMatch(reason);
  });
});

describe('extraction of malicious documents', () => {
  it.each(
    someInGate<Case>(3, [
      { name: 'XML entities', type: 'docx', make: entityBomb, reason: /XML entities/ },
      { name: 'archives in archives', type: 'docx', make: () => nestedZip(3), reason: /damaged/ },
      {
        name: 'a PDF of 10,000 pages',
        type: 'pdf',
        make: () => repeatedPdf(10_000, page('A page.')),
        reason: /10,000 pages; the maximum is 5,000/,
      },
      {
        name: 'a 298 KB docx of three million paragraphs',
        type: 'docx',
        make: () => wordDocument(wordParagraph('x').repeat(3_000_000)),
        reason: /expands to more than/,
      },
      {
        name: 'a docx of three million empty paragraphs',
        type: 'docx',
        make: () => wordDocument('<w:p/>'.repeat(3_000_000)),
        reason: /no text/,
      },
      {
        name: 'a docx of 500 MB of text',
        type: 'docx',
        make: () => wordDocument(wordParagraph('y'.repeat(500_000_000))),
        reason: /expands to more than/,
      },
      {
        name: 'a docx with a false declared size',
        type: 'docx',
        make: () => wordDocument(wordParagraph('y'.repeat(90_000_000)), { claimedBytes: 900 }),
        reason: /damaged/,
      },
      {
        name: 'a docx of more than 10,000 files',
        type: 'docx',
        make: () => wordDocument('', { extra: manyFiles(10_001) }),
        reason: /more than 10,000 files/,
      },
      {
        name: 'a 1 MB PDF that expands to 1 GB',
        type: 'pdf',
        make: () => expandingPdf(1_000_000_000),
        reason: /300 MB of memory/,
      },
      {
        name: 'a PDF of 600,000 text operators',
        type: 'pdf',
        make: () => operatorPdf(600_000),
        reason: /300 MB of memory/,
      },
    ]),
  )('fails for $name', async ({ type, make, reason }) => {
    const extraction = await extract(type, make());
    expect(extraction.kind).toBe('failed');
    expect(textOf(extraction)).toMatch(reason);
  });

  variant('survives ten million lines in one text file', async () => {
    expect((await extract('txt', Buffer.from('x\n'.repeat(10_000_000)))).kind).toBe('text');
  });

  it('fails when the kernel kills a child that exceeds its CPU time', async () => {
    const extraction = await extract('txt', Buffer.from('x\n'.repeat(10_000_000)), { cpuSeconds: 1 });
    expect(textOf(extraction)).toMatch(/more than 1 seconds of CPU time/);
  });

  it('fails if the child ends before the whole document was sent', async () => {
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      while (true) yield Buffer.alloc(65_536, 'x');
    };
    const content = { byteLength: 10, open: endless };
    const extraction = await createExtractor().extract({ type: 'txt', content, signal: never });
    expect(extraction.kind).toBe('failed');
  });

  it('fails on more text than the limit', async () => {
    const extraction = await extract('txt', Buffer.from('Too much. '.repeat(200)), { textCharacters: 1_000 });
    expect(textOf(extraction)).toMatch(/more than 1,000 characters/);
  });
});

describe('extraction of long PDFs', () => {
  const words = (line: number): string =>
    `Line ${line} of a long page about espresso machines and their care.`;
  const lines = Array.from({ length: 60 }, (_, line) => `0 -12 Td (${words(line)}) Tj`);
  const long = repeatedPdf(12, Buffer.from(`BT /F1 10 Tf 50 800 Td ${lines.join(' ')} ET`));
  /** Each child reads one page. */
  const limits = { readingCpuSeconds: 0 };

  variant('is completed by several children in sequence', async () => {
    const progress: number[] = [];
    const extractor = createExtractor({ limits });
    const extraction = await extractor.extract({
      type: 'pdf',
      content: bytesContent(long),
      signal: never,
      onProgress: (done) => void progress.push(done),
    });
    expect(extraction).toMatchObject({ kind: 'text', pages: 12 });
    expect(progress).toEqual(Array.from({ length: 12 }, (_, page) => page + 1));
    const text =
      extraction.kind === 'text' ? extraction.chunks.map((chunk) => chunk.text.slice(chunk.overlap)) : [];
    expect(text.join('\n').split(words(30)).length - 1).toBe(12);
  });

  it('fails when all children together exceed the CPU limit', async () => {
    const extraction = await extract('pdf', long, { ...limits, totalCpuSeconds: 0.01 });
    expect(textOf(extraction)).toMatch(/more than 0.01 seconds of CPU time/);
  });
});

describe('stopping an extraction', () => {
  it('starts the next document after the first one is aborted', async () => {
    const extractor = createExtractor();
    const controller = new AbortController();
    const first = extractor.extract({
      type: 'pdf',
      content: bytesContent(expandingPdf(1_000_000_000)),
      signal: controller.signal,
    });
    const second = extractor.extract({
      type: 'txt',
      content: bytesContent(Buffer.from('Next.')),
      signal: never,
    });
    controller.abort(new Error('The document was deleted.'));
    await expect(first).rejects.toThrow('The document was deleted.');
    expect((await second).kind).toBe('text');
  });

  it('kills a child in the middle of a document and starts the next one', async () => {
    const extractor = createExtractor();
    const controller = new AbortController();
    const first = extractor.extract({
      type: 'pdf',
      content: bytesContent(repeatedPdf(4_000, page('A page of many.'.repeat(20)))),
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('The document was deleted.')),
    });
    await expect(first).rejects.toThrow('The document was deleted.');
    const next = { type: 'txt', content: bytesContent(Buffer.from('Next.')), signal: never } as const;
    expect((await extractor.extract(next)).kind).toBe('text');
  });
});

function page(text: string): Buffer {
  return Buffer.from(`BT /F1 12 Tf 72 720 Td (${text}) Tj ET`);
}

function manyFiles(count: number): { name: string; bytes: Buffer }[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `word/media/${index}`,
    bytes: Buffer.alloc(0),
  }));
}
