import { readFileSync } from 'node:fs';
import { pdfDocument, wordDocument } from '../../server/test/kit/bombs.ts';

export type Format = 'pdf' | 'docx' | 'html';

/** A document and its number of pages. */
export interface BenchDocument {
  format: Format;
  bytes: Buffer;
  pages: number;
  /** Bytes for rates: the file, or a Word document's unpacked XML. */
  contentBytes: number;
}

const handbook = new URL(
  '../../server/src/modules/knowledge/extraction/fixtures/handbook.md',
  import.meta.url,
);
const words = readFileSync(handbook, 'utf8').match(/[A-Za-z0-9]+/g) ?? [];
const linesPerPage = 45;
const wordsPerLine = 11;

/** A PDF of `pages` different pages with compressed streams, as word processors write it. */
export function benchPdf(pages: number): BenchDocument {
  const streams = Array.from({ length: pages }, (_, page) => {
    const lines = Array.from(
      { length: linesPerPage },
      (_, line) => `0 -16 Td (${sentence(page * 97 + line)}) Tj`,
    );
    return Buffer.from(`BT /F1 10 Tf 50 810 Td ${lines.join('\n')} ET`);
  });
  const bytes = pdfDocument(streams);
  return { format: 'pdf', bytes, pages, contentBytes: bytes.length };
}

/** A Word document with a heading before every tenth paragraph; 500 words count as a page. */
export function benchDocx(paragraphs: number): BenchDocument {
  const wordsPerParagraph = 60;
  const body = Array.from({ length: paragraphs }, (_, index) => {
    const style = index % 10 === 0 ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : '';
    const count = index % 10 === 0 ? 5 : wordsPerParagraph;
    return `<w:p>${style}<w:r><w:t>${sentence(index * 31, count)}</w:t></w:r></w:p>`;
  });
  const pages = Math.round((paragraphs * 0.9 * wordsPerParagraph) / 500);
  const xml = body.join('');
  return { format: 'docx', bytes: wordDocument(xml), pages, contentBytes: xml.length };
}

/** A web page of `sections` sections between a menu and a footer. */
export function benchHtml(sections: number): BenchDocument {
  const links = Array.from(
    { length: 60 },
    (_, link) => `<li><a href="/p${link}">${sentence(link, 3)}</a></li>`,
  );
  const main = Array.from({ length: sections }, (_, index) => {
    const items = [1, 2, 3].map((item) => `<li>${sentence(index + item, 8)}</li>`).join('');
    const row = `<tr><td>${sentence(index, 2)}</td><td>${sentence(index + 5, 2)}</td></tr>`;
    return `<h2>${sentence(index * 7, 5)}</h2><p>${sentence(index * 13, 70)}</p><ul>${items}</ul><table>${row}${row}</table>`;
  });
  const html = `<!doctype html><html><head><title>Bench</title></head><body><nav><ul>${links.join('')}</ul></nav><main>${main.join('\n')}</main><footer>${sentence(1, 40)}</footer></body></html>`;
  const bytes = Buffer.from(html);
  return { format: 'html', bytes, pages: 1, contentBytes: bytes.length };
}

function sentence(start: number, count = wordsPerLine): string {
  return `${Array.from({ length: count }, (_, index) => words[(start * 17 + index * 5) % words.length]).join(' ')}.`;
}
