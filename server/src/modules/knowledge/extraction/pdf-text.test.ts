import { describe, expect, it } from 'vitest';
import { type PdfLine, pdfSections } from './pdf-text.ts';

/** Lines 10 points high from top to bottom; `gap` is the space above a line. */
function page(
  ...lines: (string | [text: string, options: Partial<PdfLine> & { gap?: number }])[]
): PdfLine[] {
  let top = 800;
  return lines.map((line) => {
    const [text, { gap = 2, ...options }] = typeof line === 'string' ? [line, {}] : line;
    top -= gap;
    const drawn = { text, top, bottom: top - 10, height: 10, bold: false, ...options };
    top -= 10;
    return drawn;
  });
}

describe('pdfSections', () => {
  it('treats larger or bold short lines as headings', () => {
    const sections = pdfSections(
      [page(['Fees', { height: 16 }], 'Entry is free.', ['Groups', { bold: true }], 'From ten persons on.')],
      7,
    );
    expect(sections).toEqual([
      { headings: ['Fees'], page: 7, text: 'Entry is free.' },
      { headings: ['Fees', 'Groups'], page: 7, text: 'From ten persons on.' },
    ]);
  });

  it('does not treat text as headings if most of the document is small print', () => {
    const words = (count: number, height: number): [string, { height: number }][] =>
      Array.from({ length: count }, (_, index) => [
        `Line ${index} has so many words that it fills the page`,
        { height },
      ]);
    const sections = pdfSections(
      [
        page(['Fees', { height: 18 }], ...words(6, 12)),
        page(...words(60, 7)),
        page(['Hours', { height: 18 }], ...words(2, 12), ...words(60, 7), ...words(5, 12)),
      ],
      1,
    );
    const filled = sections.filter(({ text }) => text !== '');
    expect(filled.map(({ headings, page: number }) => [headings, number])).toEqual([
      [['Fees'], 1],
      [['Fees'], 2],
      [['Hours'], 3],
    ]);
  });

  it('does not treat a bold sentence as a heading', () => {
    expect(
      pdfSections([page(['Never open the lid.', { bold: true }], 'It is hot.')], 1)[0]?.headings,
    ).toEqual([]);
  });

  it('splits paragraphs at gaps and keeps lists together', () => {
    const lines = page(
      'One line',
      'and its next.',
      ['Another one.', { gap: 9 }],
      ['• first', { gap: 9 }],
      ['• second', { gap: 9 }],
    );
    expect(pdfSections([lines], 1)[0]?.text).toBe(
      'One line\nand its next.\n\nAnother one.\n\n• first\n• second',
    );
  });

  it('drops page numbers, and keeps only the first of repeated headers and footers', () => {
    const texts = ['alpha', 'beta', 'gamma', 'delta'];
    const pages = texts.map((text, index) =>
      page(`Report 2025, page ${index + 3} of 6`, `${text} one`, `${text} two`, `${index + 3}`),
    );
    const text = pdfSections(pages, 1).map((section) => section.text);
    expect(text.join('\n')).toBe(
      `Report 2025, page 3 of 6\n${texts.map((word) => `${word} one\n${word} two`).join('\n')}`,
    );
  });

  it('keeps lines that differ in more than the page number', () => {
    const pages = [400, 75, 1_200].map((total) => page('Rent', 'Heating', 'Water', `Total: ${total}`));
    const text = pdfSections(pages, 1)
      .map((section) => section.text)
      .join('\n');
    expect(text.match(/Total: \d+/g)).toEqual(['Total: 400', 'Total: 75', 'Total: 1200']);
  });

  it('keeps pages with the same single line', () => {
    expect(pdfSections([page('Notes'), page('Notes'), page('Notes')], 1)).toHaveLength(3);
  });
});
