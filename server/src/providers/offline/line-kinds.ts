const MARKDOWN_HEADING = /^#{1,6}\s+/;
const BOLD_LINE = /^\*\*[^*]+\*\*:?$/;
const BREADCRUMB = ' › ';
const TABLE_ROW = /^\s*\|.*\|\s*$/;
const TABLE_RULE = /^\s*\|[\s:|-]+\|\s*$/;
const ITEM = /^\s*(?:[-*•‣▪◦–]|\(?\d{1,2}[.)]|[a-z][.)])\s+(?=\S)/;
/** `8.1 Each passenger …`: a clause of its own, said without its number. */
const CLAUSE = /^\s*\d{1,2}(?:\.\d{1,2})+\.?\s+(?=\p{Lu})/u;
/** `Weight: 11.4 kg`, `Basic - 24.90 per month`: one of a row of lines that say one thing each. */
const RECORD = /^\s*(?=.*\S)[^.!?]{1,40}?(?::|\s[-–—|]|\t|\.{3,}|\s{3,})\s*\S/;

const HEADING_WORDS = 9;
const FIRST_LINE_CHARACTERS = 120;
const SHORT_LINE_CHARACTERS = 60;

export type LineKind = 'blank' | 'rule' | 'row' | 'heading' | 'clause' | 'item' | 'record' | 'text';

/** A line with what stands around it. */
export interface LineInText {
  line: string;
  before: string;
  /** The next two lines. */
  after: readonly [string, string];
  /** Nothing but blank lines before it in the whole text. */
  isFirst: boolean;
  /** The line before belongs to a paragraph, item or record. */
  continues: boolean;
}

export function lineKind(place: LineInText): LineKind {
  const { line } = place;
  if (line.trim() === '') return 'blank';
  if (TABLE_RULE.test(line)) return 'rule';
  if (TABLE_ROW.test(line)) return 'row';
  if (isHeading(place)) return 'heading';
  if (CLAUSE.test(line)) return 'clause';
  if (ITEM.test(line)) return 'item';
  return isRecord(place) ? 'record' : 'text';
}

export function isTableRule(line: string): boolean {
  return TABLE_RULE.test(line);
}

/** The line without the signs that make it what it is. */
export function withoutSigns(line: string, kind: LineKind): string {
  const sign =
    kind === 'heading' ? MARKDOWN_HEADING : kind === 'clause' ? CLAUSE : kind === 'item' ? ITEM : null;
  return (sign === null ? line : line.replace(sign, '')).trim();
}

/** The parts of a heading: a passage may begin with the path of the headings above it. */
export function headingParts(heading: string): string[] {
  return heading.split(BREADCRUMB).map((part) => part.trim());
}

/** Marked as one; or a short line that stands alone, has no end of sentence and starts something. */
function isHeading({ line, before, after, isFirst, continues }: LineInText): boolean {
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

/** Such a line stands next to another of its kind; alone it is a sentence like any other. */
function isRecord({ line, before, after }: Pick<LineInText, 'line' | 'before' | 'after'>): boolean {
  if (RECORD.test(line) && startsUpper(line)) return RECORD.test(before) || RECORD.test(after[0]);
  return isShortLine(line) && (isShortLine(before) || isShortLine(after[0]));
}

/** A row of a table whose lines a PDF lost: broken prose has longer lines, and most go on in lower case. */
function isShortLine(line: string): boolean {
  const text = line.trim();
  return (
    text.length > 0 &&
    text.length < SHORT_LINE_CHARACTERS &&
    /^[\p{Lu}\d]/u.test(text) &&
    !/[.,;:!?-]$/.test(text)
  );
}

function startsUpper(text: string): boolean {
  return /^\P{L}*\p{Lu}/u.test(text);
}
