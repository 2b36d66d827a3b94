import { deflateSync } from 'node:zlib';
import { type ZipFile, zipArchive } from './zip.ts';

/** Documents that attack their reader: small files that expand to a size given by the name. */

const contentTypes = `<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
</Types>`;
const relationships = `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>
</Relationships>`;
const wordNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A Word document with this body XML; `prolog` precedes the root element. */
export function wordDocument(
  body: string,
  options: { prolog?: string; extra?: ZipFile[]; claimedBytes?: number } = {},
): Buffer {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>${options.prolog ?? ''}<w:document xmlns:w="${wordNamespace}"><w:body>${body}</w:body></w:document>`;
  const claim = options.claimedBytes === undefined ? {} : { claimedBytes: options.claimedBytes };
  return zipArchive([
    { name: '[Content_Types].xml', bytes: Buffer.from(contentTypes) },
    { name: '_rels/.rels', bytes: Buffer.from(relationships) },
    { name: 'word/document.xml', bytes: Buffer.from(xml), ...claim },
    ...(options.extra ?? []),
  ]);
}

/** One Word paragraph; the text is inserted as XML. */
export function wordParagraph(text: string): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
}

/** Ten levels of ten: 10^10 times the innermost text. */
export function entityBomb(): Buffer {
  const levels = Array.from(
    { length: 10 },
    (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
  );
  const prolog = `<!DOCTYPE bomb [<!ENTITY e0 "lol">${levels.join('')}]>`;
  return wordDocument(wordParagraph('&e10;'), { prolog });
}

/** Archives inside archives, each level with sixteen copies of the one below. */
export function nestedZip(levels: number): Buffer {
  let inner = zipArchive([{ name: 'zeros', bytes: Buffer.alloc(10_000_000) }]);
  for (let level = 0; level < levels; level += 1) {
    inner = zipArchive(
      Array.from({ length: 16 }, (_, copy) => ({ name: `${level}-${copy}.zip`, bytes: inner })),
    );
  }
  return inner;
}

/** A PDF with one page per content stream; all streams are compressed. */
export function pdfDocument(streams: readonly Buffer[]): Buffer {
  const firstStream = 4;
  const firstPage = firstStream + streams.length;
  const kids = streams.map((_, page) => `${firstPage + page} 0 R`).join(' ');
  return assemblePdf([
    ...pdfHead(kids, streams.length),
    ...streams.map(pdfStream),
    ...streams.map((_, page) => pdfPage(firstStream + page)),
  ]);
}

/** A PDF with this many pages that all draw the same stream. */
export function repeatedPdf(pageCount: number, stream: Buffer): Buffer {
  const kids = Array.from({ length: pageCount }, (_, page) => `${page + 5} 0 R`).join(' ');
  const pages = Array.from({ length: pageCount }, () => pdfPage(4));
  return assemblePdf([...pdfHead(kids, pageCount), pdfStream(stream), ...pages]);
}

function pdfHead(kids: string, pageCount: number): Buffer[] {
  return [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Count ${pageCount} /Kids [${kids}] >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
  ];
}

function pdfStream(content: Buffer): Buffer {
  const packed = deflateSync(content, { level: 9 });
  const head = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]);
}

function pdfPage(stream: number): Buffer {
  const resources = '/Resources << /Font << /F1 3 0 R >> >>';
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${stream} 0 R ${resources} >>`;
  return Buffer.from(page);
}

/** A page whose stream expands to `bytes` of white space. */
export function unfoldingPdf(bytes: number): Buffer {
  return pdfDocument([Buffer.alloc(bytes, 0x20)]);
}

/** One page with `count` operators that each draw a word. */
export function operatorPdf(count: number): Buffer {
  const drawing = `BT /F1 8 Tf ${Array.from({ length: count }, (_, word) => `0 -1 Td (w${word}) Tj `).join('')} ET`;
  return pdfDocument([Buffer.from(drawing)]);
}

function assemblePdf(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.5\n')];
  const offsets: number[] = [];
  let offset = parts[0]?.length ?? 0;
  objects.forEach((object, index) => {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(offset);
    offset += part.length;
    parts.push(part);
  });
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
