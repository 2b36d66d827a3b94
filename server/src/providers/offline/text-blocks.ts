/** The parts of a document's text, in reading order. */
export type TextBlock =
  /** From the outermost to the innermost heading, if known. */
  | { kind: 'heading'; path: string[] }
  | { kind: 'paragraph'; text: string }
  | { kind: 'item'; text: string }
  /** A single line such as `Weight: 11.4 kg`. */
  | { kind: 'record'; text: string }
  /** One row of a table; `header` is empty if the table has none. */
  | { kind: 'row'; header: string[]; cells: string[] };

type FlowingBlock = Extract<TextBlock, { text: string }>;

/** Parses Markdown or extracted plain text; joins lines that a PDF broke. */
export function textBlocks(text: string): TextBlock[] {
  const lines = bounded(text).split(/\r?\n/);
  const reader = new BlockReader();
  lines.forEach((line, index) => {
    const [before = '', next = '', afterNext = ''] = [lines[index - 1], lines[index + 1], lines[index + 2]];
    const { isFirst, continues } = reader;
    const kind = lineKind({ line, before, after: [next, afterNext], isFirst, continues });
    reader.read(kind, line, next);
  });
  return reader.blocks;
}

class BlockReader {
  readonly blocks: TextBlock[] = [];
  #open: FlowingBlock | null = null;
  /** Header of the current table; null outside tables. */
  #tableHead: string[] | null = null;

  get isFirst(): boolean {
    return this.blocks.length === 0;
  }

  get continues(): boolean {
    return this.#open !== null;
  }

  read(kind: LineKind, line: string, next: string): void {
    if (kind !== 'row' && kind !== 'rule') this.#tableHead = null;
    const text = plain(withoutSigns(line, kind));
    switch (kind) {
      case 'blank':
      case 'rule':
        this.#open = null;
        return;
      case 'row':
        this.#readRow(line, next);
        return;
      case 'heading':
        this.#open = null;
        this.blocks.push({ kind: 'heading', path: headingParts(text) });
        return;
      case 'text':
        if (this.#open === null) this.#start({ kind: 'paragraph', text });
        else this.#open.text = joinLines(this.#open.text, text);
        return;
      default:
        this.#start({ kind: kind === 'clause' ? 'paragraph' : kind, text });
    }
  }

  #start(block: FlowingBlock): void {
    this.#open = block;
    this.blocks.push(block);
  }

  #readRow(line: string, next: string): void {
    this.#open = null;
    const cells = line
      .trim()
      .slice(1, -1)
      .split('|')
      .map((cell) => plain(cell.trim()));
    if (this.#tableHead === null && isTableRule(next)) this.#tableHead = cells;
    else this.blocks.push({ kind: 'row', header: this.#tableHead ?? [], cells });
  }
}

const MARKDOWN_HEADING = /^#{1,6}\s+/;
const BOLD_LINE = /^\*\*[^*]+\*\*:?$/;
const BREADCRUMB = ' › ';
const TABLE_ROW = /^\s*\|.*\|\s*$/;
const TABLE_RULE = /^\s*\|[\s:|-]+\|\s*$/;
const ITEM = /^\s*(?:[-*•‣▪◦–]|\(?\d{1,2}[.)]|[a-z][.)])\s+(?=\S)/;
/** `8.1 Each passenger …`: a separate clause, spoken without its number. */
const CLAUSE = /^\s*\d{1,2}(?:\.\d{1,2})+\.?\s+(?=\p{Lu})/u;
/** `Weight: 11.4 kg`, `Basic - 24.90 per month`: one of several lines with one fact each. */
const RECORD = /^\s*(?=.*\S)[^.!?]{1,40}?(?::|\s[-–—|]|\t|\.{3,}|\s{3,})\s*\S/;

const HEADING_WORDS = 9;
const FIRST_LINE_CHARACTERS = 120;

type LineKind = 'blank' | 'rule' | 'row' | 'heading' | 'clause' | 'item' | 'record' | 'text';

interface LineWithNeighbors {
  line: string;
  before: string;
  /** The next two lines. */
  after: readonly [string, string];
  /** True if only blank lines precede it in the whole text. */
  isFirst: boolean;
  /** The previous line belongs to a paragraph, item or record. */
  continues: boolean;
}

function lineKind(neighbors: LineWithNeighbors): LineKind {
  const { line } = neighbors;
  if (line.trim() === '') return 'blank';
  if (TABLE_RULE.test(line)) return 'rule';
  if (TABLE_ROW.test(line)) return 'row';
  if (isHeading(neighbors)) return 'heading';
  if (CLAUSE.test(line)) return 'clause';
  if (ITEM.test(line)) return 'item';
  return isRecord(neighbors) ? 'record' : 'text';
}

function isTableRule(line: string): boolean {
  return TABLE_RULE.test(line);
}

/** The line without its markup. */
function withoutSigns(line: string, kind: LineKind): string {
  const sign =
    kind === 'heading' ? MARKDOWN_HEADING : kind === 'clause' ? CLAUSE : kind === 'item' ? ITEM : null;
  return (sign === null ? line : line.replace(sign, '')).trim();
}

/** The parts of a heading: a passage may start with the path of its headings. */
function headingParts(heading: string): string[] {
  return heading.split(BREADCRUMB).map((part) => part.trim());
}

/**
 * True for a line marked as a heading, and for a short separate line that does not end a sentence and introduces
 * something.
 */
function isHeading({ line, before, after, isFirst, continues }: LineWithNeighbors): boolean {
  const text = line.trim();
  if (MARKDOWN_HEADING.test(text) || BOLD_LINE.test(text)) return true;
  if (continues || ITEM.test(line) || CLAUSE.test(line)) return false;
  const next = after[0].trim();
  if (isFirst && next !== '' && text.length <= FIRST_LINE_CHARACTERS) {
    if (text.includes(BREADCRUMB)) return true;
    if (
      !/[.!;,…]$/.test(text) &&
      startsUpper(text) &&
      startsUpper(next) &&
      !isRecord({ line, before, after })
    )
      return true;
  }
  if (/[.!?:;,…]$/.test(text) || text.split(/\s+/).length > HEADING_WORDS || /\d{3,}|@|[€$£]/.test(text))
    return false;
  if (next === '') return after[1].trim() !== '' && startsUpper(text);
  return startsUpper(text) && startsUpper(next) && next.length > text.length && text.length < 50;
}

/** True next to another record; a single one is an ordinary sentence. */
function isRecord({ line, before, after }: Pick<LineWithNeighbors, 'line' | 'before' | 'after'>): boolean {
  return RECORD.test(line) && startsUpper(line) && (RECORD.test(before) || RECORD.test(after[0]));
}

function startsUpper(text: string): boolean {
  return /^\P{L}*\p{Lu}/u.test(text);
}

const MAX_CHARACTERS = 30_000;
const MAX_LINE_CHARACTERS = 2_000;

/** Limits length and repeated characters, on which patterns would backtrack forever. */
function bounded(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/([^\p{L}\p{N}\s|]{3})[^\p{L}\p{N}\s|]{9,}/gu, '$1')
    .replaceAll(/[ \t]{40,}/g, '    ');
}

/** Removes Markdown: emphasis, code, links (their text stays), images, escapes, footnotes. */
function plain(text: string): string {
  if (text.length > MAX_LINE_CHARACTERS) return text.trim();
  return text
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[\^\w+\]:?/g, '')
    .replaceAll(/\[([^\]]+)\]\((?:[^)\s]*)(?:\s+"[^"]*")?\)/g, '$1')
    .replaceAll(/(\*\*|__)(.+?)\1/g, '$2')
    .replaceAll(/(^|\s)[*_](\S(?:.*?\S)?)[*_](?=\s|[.,;:!?)]|$)/g, '$1$2')
    .replaceAll(/(\p{L}) (['’]s)(?!\p{L})/gu, '$1$2')
    .replaceAll('`', '')
    .replaceAll(/\\([\\`*_{}[\]()#+.!|>-])/g, '$1')
    .trim();
}

/** Joins lines, including the parts of a word hyphenated at a line ending. */
function joinLines(before: string, next: string): string {
  if (/\p{L}-$/u.test(before) && /^\p{Ll}/u.test(next)) return before.slice(0, -1) + next;
  return `${before} ${next}`;
}
