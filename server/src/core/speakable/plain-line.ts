import { partsByStage } from './stage-directions.ts';

const TABLE_RULE = /^\s*\|?[\s:|-]*-{3,}[\s:|-]*$/;
const LINE_SIGN = /^\s*(?:#{1,6}\s+|>\s?|(?:[-*+•‣▪◦·]|\[[ xX]\])\s+)+/;
const IMAGE = /!\[([^\]]*)\]\([^)]*\)/g;
const LINK = /\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g;
const REST_OF_LINK = /\]\([^)\s]*\)?/g;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^\s>]+)>/g;
const TAG = /<\/?[a-z][^<>]*>/gi;
const FOOTNOTE = /\[\^?\d{1,3}\]/g;
const STRONG = /\*\*|__|~~|`+/g;
/** `*` or `_` at the edge of a word; not in `snake_case` or `3*4`. */
const EMPHASIS = /(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu;

/** Strips the Markdown of a line. Stage directions keep their marks. */
export function plainLine(line: string): string {
  if (TABLE_RULE.test(line)) return '';
  const text = partsByStage(line.replace(LINE_SIGN, ''))
    .map((part, index) => (index % 2 === 1 ? part : withoutMarks(part)))
    .join('');
  return tableCells(text).replace(/\s+/g, ' ').trim();
}

function withoutMarks(text: string): string {
  return text
    .replace(IMAGE, '$1')
    .replace(FOOTNOTE, '')
    .replace(LINK, '$1')
    .replace(REST_OF_LINK, '')
    .replace(AUTOLINK, '$1')
    .replace(TAG, ' ')
    .replace(STRONG, '')
    .replace(EMPHASIS, '')
    .replace(/[[\]]/g, '');
}

/** `| Single | 80 |` is read with a short pause between cells. */
function tableCells(line: string): string {
  if (!line.includes('|')) return line;
  const cells = line.split('|').map((cell) => cell.trim());
  return cells.filter((cell) => cell !== '').join(', ');
}
