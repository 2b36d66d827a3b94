import { startsListItem } from '../chunking/blocks.ts';
import type { Section } from '../chunking/section.ts';

/** One drawn line of a page, in points. A hyphenated word at its end is joined with the next line. */
export interface PdfLine {
  text: string;
  /** Distance from the bottom of the page. */
  top: number;
  bottom: number;
  /** Height of its first character. */
  height: number;
  bold: boolean;
}

const maxHeadingLength = 90;
const maxHeadingLines = 3;
const maxHeadingCharacters = 160;
/** Pages with less text, such as a title page, use the body size of the whole document. */
const minCharacters = 400;
const runningLines = 2;
/** Placeholder for a page number in a line. Unambiguous, because a line's text has no control characters. */
const pageCounter = '\u0001';
/** Matches a key that consists only of a page number. */
const pageNumber = /^[-–— ]*\p{Cc}-?\d+;[-–— ]*$/u;

/**
 * Converts drawn lines to sections: removes repeated page headers and footers, takes larger or bold short lines as
 * headings, and splits paragraphs at gaps and list markers. `firstPage` counts from 1.
 */
export function pdfSections(pages: readonly PdfLine[][], firstPage: number): Section[] {
  const kept = withoutRunningLines(pages);
  const wholeHeight = medianHeight(kept);
  const sections: Section[] = [];
  let path: { height: number; title: string }[] = [];
  kept.forEach((lines, index) => {
    const page = firstPage + index;
    const running = runningText(lines);
    const runningHeights = [...running].filter(({ bold }) => !bold).map(heightOf);
    const bodyHeight = Math.max(localHeight(lines, wholeHeight), ...runningHeights);
    let text = '';
    const close = (): void => {
      sections.push({ headings: path.map((heading) => heading.title), page, text: text.trim() });
      text = '';
    };
    lines.forEach((line, position) => {
      const before = lines[position - 1];
      if (!running.has(line) && isHeading(line, bodyHeight)) {
        close();
        const height = Math.round(heightOf(line));
        path = [...path.filter((outer) => outer.height > height), { height, title: line.text.trim() }];
        return;
      }
      text += `${before !== undefined && startsBlock(line, before) ? '\n\n' : '\n'}${line.text.trimEnd()}`;
    });
    close();
  });
  return sections.filter((section, index) => section.text !== '' || isLoneHeading(sections, index));
}

function isLoneHeading(sections: readonly Section[], index: number): boolean {
  const headings = sections[index]?.headings ?? [];
  const next = sections.slice(index + 1).find((section) => section.text !== '')?.headings ?? [];
  return headings.length > 0 && !headings.every((title, depth) => next[depth] === title);
}

/** Larger than the body text or bold, short, and not a sentence, number or table row. */
function isHeading(line: PdfLine, bodyHeight: number): boolean {
  const text = line.text.trim();
  const ratio = heightOf(line) / bodyHeight;
  const prominent = ratio > 1.12 || (line.bold && ratio > 0.95);
  return (
    prominent &&
    text.length <= maxHeadingLength &&
    /\p{L}{2}/u.test(text) &&
    !/[.,;:]$/.test(text) &&
    !/^[-•*▪◦]/.test(text)
  );
}

function startsBlock(line: PdfLine, before: PdfLine): boolean {
  const gap = before.bottom - line.top;
  const wide = gap > 0.45 * heightOf(line);
  const jumpedUp = gap < -2 * heightOf(line);
  if (startsListItem(line.text)) {
    return !startsListItem(before.text) && (wide || /[.:!?]\s*$/.test(before.text));
  }
  return wide || (jumpedUp && /[.!?:]\s*$/.test(before.text));
}

/**
 * Lines at page edges that repeat on three or more pages stay only on the first of them; a page number in them may
 * differ. Bare page numbers are removed from all pages.
 */
function withoutRunningLines(pages: readonly PdfLine[][]): PdfLine[][] {
  const pagesOf = new Map<string, number[]>();
  pages.forEach((lines, page) => {
    for (const key of new Set(edges(lines).flatMap((line) => runningKeys(line, page)))) {
      const known = pagesOf.get(key);
      if (known === undefined) pagesOf.set(key, [page]);
      else known.push(page);
    }
  });
  const isRunningLine = (line: PdfLine, page: number): boolean =>
    runningKeys(line, page).some((key) => {
      const [first, ...others] = pagesOf.get(key) ?? [];
      return pageNumber.test(key) ? others.length >= 1 : others.length >= 2 && first !== page;
    });
  return pages.map((lines, page) => {
    const edge = new Set(edges(lines));
    const rest = lines.filter((line) => !(edge.has(line) && isRunningLine(line, page)));
    return rest.length === 0 ? [...lines] : rest;
  });
}

function edges(lines: readonly PdfLine[]): PdfLine[] {
  return [...lines.slice(0, runningLines), ...lines.slice(-runningLines)];
}

/** The line itself, and the line with each number in turn replaced by its offset from the page index. */
function runningKeys(line: PdfLine, page: number): string[] {
  const text = line.text.trim();
  const counted = [...text.matchAll(/(?<!\d)\d{1,4}(?!\d)/g)].map(
    ({ 0: digits, index }) =>
      `${text.slice(0, index)}${pageCounter}${Number(digits) - page};${text.slice(index + digits.length)}`,
  );
  return [text, ...counted];
}

function heightOf(line: PdfLine): number {
  return Math.max(0.1, line.height);
}

/** Body text height of one page. Without it, small print on other pages would turn the page's text into headings. */
function localHeight(lines: readonly PdfLine[], wholeHeight: number): number {
  const measured = lines.filter(({ height }) => height > 0);
  const characters = measured.reduce((sum, { text }) => sum + text.length, 0);
  return characters < minCharacters ? wholeHeight : medianHeight([measured]);
}

/** Body text: consecutive lines of the same height and weight that are too many for a heading. */
function runningText(lines: readonly PdfLine[]): Set<PdfLine> {
  const running = new Set<PdfLine>();
  let run: PdfLine[] = [];
  for (const line of lines) {
    const before = run.at(-1);
    const isAlike =
      before !== undefined &&
      before.bold === line.bold &&
      Math.abs(heightOf(line) - heightOf(before)) <= 0.03 * heightOf(before);
    // Lines further up are already in the set.
    run = isAlike ? [...run.slice(-maxHeadingLines), line] : [line];
    const characters = run.reduce((sum, { text }) => sum + text.length, 0);
    if (run.length <= maxHeadingLines && characters <= maxHeadingCharacters) continue;
    for (const one of run) running.add(one);
  }
  return running;
}

/** Median line height, weighted by characters. */
function medianHeight(pages: readonly PdfLine[][]): number {
  const lines = pages.flat().sort((one, other) => heightOf(one) - heightOf(other));
  const half = lines.reduce((sum, line) => sum + line.text.length, 0) / 2;
  let seen = 0;
  const middle = lines.find((line) => {
    seen += line.text.length;
    return seen >= half;
  });
  return middle === undefined ? 1 : heightOf(middle);
}
