import type { Block } from './markdown.ts';
import { parseInline } from './parse-inline.ts';

const FENCE = /^\s*```/;
const ITEM = /^\s*(?:[-*•]|(\d{1,9})[.)])\s+(.*)$/;
const HEADING = /^#{1,6}\s+(.*?)\s*#*$/;

/** Parses the Markdown that models use in chats: paragraphs, lists, headings and code. Other syntax stays text. */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; ) {
    index = takeBlock(lines, index, blocks);
  }
  return blocks;
}

/** @returns index of the first line after the block */
function takeBlock(lines: readonly string[], index: number, blocks: Block[]): number {
  const line = lines[index] ?? '';
  if (line.trim() === '') return index + 1;
  if (FENCE.test(line)) return takeCode(lines, index, blocks);
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) {
    blocks.push({ kind: 'heading', lines: [parseInline(heading)] });
    return index + 1;
  }
  return ITEM.test(line) ? takeList(lines, index, blocks) : takeParagraph(lines, index, blocks);
}

/** An unclosed fence, as in a reply that is still streaming, contains all remaining lines. */
function takeCode(lines: readonly string[], index: number, blocks: Block[]): number {
  const length = lines.slice(index + 1).findIndex((line) => FENCE.test(line));
  const end = length === -1 ? lines.length : index + 1 + length;
  blocks.push({ kind: 'code', text: lines.slice(index + 1, end).join('\n') });
  return end + 1;
}

function takeList(lines: readonly string[], index: number, blocks: Block[]): number {
  const [, number] = ITEM.exec(lines[index] ?? '') ?? [];
  const items: string[] = [];
  let end = index;
  for (; end < lines.length; end += 1) {
    const item = ITEM.exec(lines[end] ?? '');
    if (item === null || (item[1] === undefined) !== (number === undefined)) break;
    items.push(item[2] ?? '');
  }
  const start = number === undefined ? null : Number(number);
  blocks.push({ kind: 'list', start, items: items.map((item) => parseInline(item)) });
  return end;
}

function takeParagraph(lines: readonly string[], index: number, blocks: Block[]): number {
  const isOther = (line: string): boolean =>
    line.trim() === '' || FENCE.test(line) || ITEM.test(line) || HEADING.test(line);
  let end = index + 1;
  while (end < lines.length && !isOther(lines[end] ?? '')) end += 1;
  blocks.push({ kind: 'paragraph', lines: lines.slice(index, end).map((line) => parseInline(line)) });
  return end;
}
