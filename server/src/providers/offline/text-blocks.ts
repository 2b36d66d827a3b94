/** The parts of a document's text, in reading order. */
export type TextBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'item'; text: string }
  /** A line of its own such as `Weight: 11.4 kg`. */
  | { kind: 'record'; text: string }
  /** One row of a table; `header` is empty when the table has none. */
  | { kind: 'row'; header: string[]; cells: string[] };

const ITEM = /^\s*(?:[-*•‣▪◦–]|\(?\d{1,2}[.)]|[a-z][.)])\s+(?=\S)/;
const MARKDOWN_HEADING = /^#{1,6}\s+/;
const TABLE_ROW = /^\s*\|.*\|\s*$/;
const TABLE_RULE = /^\s*\|[\s:|-]+\|\s*$/;
/** `8.1 Each passenger …`: a clause of its own, said without its number. */
const CLAUSE = /^\s*\d{1,2}(?:\.\d{1,2})+\.?\s+(?=\p{Lu})/u;
const HEADING_WORDS = 9;
/** `Weight: 11.4 kg`, `Basic - 24.90 per month`: one of a row of lines that say one thing each. */
const RECORD = /^\s*(?=.*\S)[^.!?]{1,40}?(?::|\s[-–—|]|\t|\.{3,}|\s{3,})\s*\S/;

/** Splits Markdown or plain extracted text; lines that a PDF broke are joined again. */
export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let table: string[] | null = null;
  let open: { kind: 'paragraph' | 'item' | 'record'; text: string } | null = null;
  const lines = tamed(text).split(/\r?\n/);
  lines.forEach((line, index) => {
    if (!TABLE_ROW.test(line)) table = null;
    const trimmed = line.trim();
    if (trimmed === '') {
      open = null;
    } else if (TABLE_RULE.test(line)) {
      open = null;
    } else if (TABLE_ROW.test(line)) {
      open = null;
      const cells = cellsOf(line);
      if (table === null && TABLE_RULE.test(lines[index + 1] ?? '')) table = cells;
      else blocks.push({ kind: 'row', header: table ?? [], cells });
    } else if (isHeading(line, lines.slice(index + 1, index + 3), open !== null)) {
      open = null;
      blocks.push({ kind: 'heading', text: plain(trimmed.replace(MARKDOWN_HEADING, '')) });
    } else if (CLAUSE.test(line)) {
      open = { kind: 'paragraph', text: plain(line.replace(CLAUSE, '').trim()) };
      blocks.push(open);
    } else if (ITEM.test(line)) {
      open = { kind: 'item', text: plain(line.replace(ITEM, '').trim()) };
      blocks.push(open);
    } else if (isRecord(line, lines[index - 1], lines[index + 1])) {
      open = { kind: 'record', text: plain(trimmed) };
      blocks.push(open);
    } else if (open === null) {
      open = { kind: 'paragraph', text: plain(trimmed) };
      blocks.push(open);
    } else {
      open.text = joinLines(open.text, plain(trimmed));
    }
  });
  return blocks;
}

const MAX_CHARACTERS = 30_000;
const MAX_LINE_CHARACTERS = 2_000;

/** Bounded, and without the endless rows of signs that patterns take for ever over. */
function tamed(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/([^\p{L}\p{N}\s|]{3})[^\p{L}\p{N}\s|]{9,}/gu, '$1')
    .replaceAll(/[ \t]{40,}/g, '    ');
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => plain(cell.trim()));
}

/** Marked as one, or a short line that stands alone, has no end of sentence and starts something. */
function isHeading(line: string, following: readonly string[], insideBlock: boolean): boolean {
  const text = line.trim();
  if (MARKDOWN_HEADING.test(text)) return true;
  if (/^\*\*[^*]+\*\*:?$/.test(text)) return true;
  if (insideBlock || ITEM.test(line) || /[.!?:;,…]$/.test(text)) return false;
  if (text.split(/\s+/).length > HEADING_WORDS || /\d{3,}|@|[€$£]/.test(text)) return false;
  const next = following[0]?.trim() ?? '';
  if (next === '') return (following[1]?.trim() ?? '') !== '' && startsUpper(text);
  return startsUpper(text) && startsUpper(next) && next.length > text.length && text.length < 50;
}

/** Such a line stands next to another of its kind; alone it is a sentence like any other. */
function isRecord(line: string, before = '', after = ''): boolean {
  return RECORD.test(line) && startsUpper(line) && (RECORD.test(before) || RECORD.test(after));
}

function startsUpper(text: string): boolean {
  return /^\P{L}*\p{Lu}/u.test(text);
}

/** A word that was broken at a line's end becomes whole again. */
function joinLines(before: string, next: string): string {
  if (/\p{L}-$/u.test(before) && /^\p{Ll}/u.test(next)) return before.slice(0, -1) + next;
  return `${before} ${next}`;
}

/** Without Markdown's marks: emphasis, code, links (their text stays), images, escapes. */
function plain(text: string): string {
  if (text.length > MAX_LINE_CHARACTERS) return text.trim();
  return text
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]+)\]\((?:[^)\s]*)(?:\s+"[^"]*")?\)/g, '$1')
    .replaceAll(/(\*\*|__)(.+?)\1/g, '$2')
    .replaceAll(/(^|\s)[*_](\S(?:.*?\S)?)[*_](?=\s|[.,;:!?)]|$)/g, '$1$2')
    .replaceAll('`', '')
    .replaceAll(/\\([\\`*_{}[\]()#+.!|>-])/g, '$1')
    .trim();
}
