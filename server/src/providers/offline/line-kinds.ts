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

export type LineKind = 'blank' | 'rule' | 'row' | 'heading' | 'clause' | 'item' | 'record' | 'text';

export interface LineWithNeighbors {
  line: string;
  before: string;
  /** The next two lines. */
  after: readonly [string, string];
  /** True if only blank lines precede it in the whole text. */
  isFirst: boolean;
  /** The previous line belongs to a paragraph, item or record. */
  continues: boolean;
}

export function lineKind(neighbors: LineWithNeighbors): LineKind {
  const { line } = neighbors;
  if (line.trim() === '') return 'blank';
  if (TABLE_RULE.test(line)) return 'rule';
  if (TABLE_ROW.test(line)) return 'row';
  if (isHeading(neighbors)) return 'heading';
  if (CLAUSE.test(line)) return 'clause';
  if (ITEM.test(line)) return 'item';
  return isRecord(neighbors) ? 'record' : 'text';
}

export function isTableRule(line: string): boolean {
  return TABLE_RULE.test(line);
}

/** The line without its markup. */
export function withoutSigns(line: string, kind: LineKind): string {
  const sign =
    kind === 'heading' ? MARKDOWN_HEADING : kind === 'clause' ? CLAUSE : kind === 'item' ? ITEM : null;
  return (sign === null ? line : line.replace(sign, '')).trim();
}

/** The parts of a heading: a passage may start with the path of its headings. */
export function headingParts(heading: string): string[] {
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
