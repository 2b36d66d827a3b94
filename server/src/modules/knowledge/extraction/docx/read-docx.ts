import { cleanText } from '../../chunking/section.ts';
import type { ExtractionLimits } from '../limits.ts';
import { markdownSections } from '../markdown-sections.ts';
import type { ReadDocument } from '../pdf.ts';
import { type Block, joinBlocks } from './docx-blocks.ts';
import { readNumbering } from './docx-numbering.ts';
import { type DocxPackage, openDocx } from './docx-package.ts';
import { findParts } from './docx-parts.ts';
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
