import { hex } from 'dingbat-to-unicode';
import { TableGrid } from '../table-grid.ts';
import { type Block, cellText, escapeMarks, rowLine } from './docx-blocks.ts';
import { FieldStack } from './docx-fields.ts';
import type { ListMarks } from './docx-numbering.ts';
import { headingOfOutline, type StyleLookup } from './docx-styles.ts';
import { mathLine, mathMarks } from './math-text.ts';
import { readXml } from './read-xml.ts';

export interface BodyContext {
  styleOf: StyleLookup;
  listMark: ListMarks;
  /** Returns the reference mark of a note. */
  noteMark: (kind: 'footnote' | 'endnote', id: string) => string;
}

export interface BodyText {
  blocks: Block[];
  /** Blocks by note id. */
  notes: Map<string, Block[]>;
  unreadable: Unreadable;
}

/** Numbers of unreadable objects that contain text. */
export interface Unreadable {
  charts: number;
  embedded: number;
}

interface Paragraph {
  style: string | null;
  heading: number | null;
  list: { id?: string; level?: number };
  fragments: string[];
  /** True if its paragraph mark was deleted, so that it continues in the next paragraph. */
  isOpenEnded: boolean;
  hasPageNumber: boolean;
  /** Text boxes anchored to the paragraph. */
  boxes: Block[];
}

interface Cell {
  blocks: Block[];
  columns: number;
  continues: boolean;
}

interface Table {
  grid: TableGrid;
  cells: Cell[];
  isDeleted: boolean;
  hasRows: boolean;
}

/** Elements whose content is skipped. */
const SKIPPED = new Set([
  'w:moveFrom',
  'w:tblPr',
  'w:tblGrid',
  'w:tblPrEx',
  'w:sectPr',
  'w:rt',
  'w:pPrChange',
  'w:rPrChange',
  'w:del',
  'w:tcPrChange',
  'w:trPrChange',
  'w:numberingChange',
  'm:rPr',
  'm:deg',
]);
const TEXTS = new Set(['w:t', 'm:t', 'a:t']);
const BREAKS: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:ptab': '\t',
  'w:cr': '\n',
  'w:noBreakHyphen': '\u2011',
};
const MAX_HEADING_LENGTH = 200;
/** A table with a longer cell is only layout, because the cell is prose. */
const MAX_CELL_LENGTH = 500;
const MAX_INDENT = 6;

type Attribute = (name: string) => string | undefined;

/**
 * Streams the text of a body, notes, header or footer part in reading order.
 * @param newContext called a second time if the part must be read twice
 */
export function readBody(bytes: Buffer | null, newContext: () => BodyContext): BodyText {
  const reader = read(bytes, newContext(), new Set());
  const unclosed = reader.openFields;
  // A field without an end would hide the rest of the part.
  return unclosed.size === 0 ? reader.result : read(bytes, newContext(), unclosed).result;
}

function read(bytes: Buffer | null, context: BodyContext, unclosedFields: ReadonlySet<number>): BodyReader {
  const reader = new BodyReader(context, unclosedFields);
  readXml(bytes, {
    open: (name, attribute) => reader.open(name, attribute),
    text: (text) => reader.text(text),
    close: (name) => reader.close(name),
  });
  return reader;
}

class BodyReader {
  readonly result: BodyText = { blocks: [], notes: new Map(), unreadable: { charts: 0, embedded: 0 } };
  readonly #context: BodyContext;
  readonly #elements: string[] = [];
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: Table[] = [];
  /** Where blocks are added: the part, cell, text box or note. */
  readonly #targets: { blocks: Block[]; isCell: boolean }[];
  readonly #fields: FieldStack;
  /** Contains one entry per open `mc:AlternateContent`. */
  readonly #alternatives: { isFound: boolean; writtenBefore: number }[] = [];
  readonly #formulas: number[] = [];
  #skipped = 0;
  /**
   * True in text that is deleted or moved. Field marks still count, because a deletion may contain only some marks of a
   * field.
   */
  #isDeletion = false;
  /** Number of texts and unreadable objects so far. */
  #written = 0;
  #carried: string[] = [];
  #isPlaceholder = false;

  constructor(context: BodyContext, unclosedFields: ReadonlySet<number>) {
    this.#context = context;
    this.#fields = new FieldStack(unclosedFields);
    this.#targets = [{ blocks: this.result.blocks, isCell: false }];
  }

  get openFields(): ReadonlySet<number> {
    return this.#fields.open;
  }

  open(name: string, attribute: Attribute): void {
    if (this.#skipped > 0) {
      this.#skipped += 1;
      if (this.#isDeletion && name === 'w:fldChar') this.#moveField(attribute('w:fldCharType'));
      return;
    }
    if (this.#skips(name, attribute)) {
      this.#skipped = 1;
      this.#isDeletion = name === 'w:del' || name === 'w:moveFrom';
      return;
    }
    this.#elements.push(name);
    if (name === 'w:p') this.#openParagraph();
    else if (name.startsWith('m:')) this.#openMath(name, attribute);
    else if (this.#openTablePart(name, attribute) || this.#openProperty(name, attribute)) return;
    else this.#openRunPart(name, attribute);
  }

  text(text: string): void {
    if (this.#skipped > 0) return;
    const element = this.#elements.at(-1) ?? '';
    if (element === 'w:instrText') this.#fields.addCode(text);
    else if (TEXTS.has(element)) this.#write(text);
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    this.#elements.pop();
    if (name === 'w:p') this.#closeParagraph();
    else if (name === 'w:tc') this.#targets.pop();
    else if (name === 'w:tr') this.#closeRow();
    else if (name === 'w:tbl') this.#tables.pop();
    else if (name === 'w:fldSimple') this.#fields.end();
    else if (name === 'mc:AlternateContent') this.#alternatives.pop();
    else if (name === 'mc:Choice') this.#closeChoice();
    else if (name === 'a:p') this.#write(' ');
    else if (name === 'w:footnote' || name === 'w:endnote') this.#targets.pop();
    else if (name === 'w:txbxContent') this.#closeTextBox();
    else if (name.startsWith('m:')) this.#closeMath(name);
  }

  #skips(name: string, attribute: Attribute): boolean {
    const parent = this.#elements.at(-1);
    if (name === 'w:rPr') return parent !== 'w:pPr';
    if (name === 'w:del') {
      const paragraph = this.#paragraphs.at(-1);
      const table = this.#tables.at(-1);
      if (parent === 'w:rPr' && paragraph !== undefined) paragraph.isOpenEnded = true;
      if (parent === 'w:trPr' && table !== undefined) table.isDeleted = true;
    }
    if (name === 'w:sdtContent' && this.#isPlaceholder) {
      this.#isPlaceholder = false;
      return true;
    }
    if (name === 'mc:Choice' || name === 'mc:Fallback') {
      return this.#alternatives.at(-1)?.isFound === true;
    }
    // Note separators are drawn lines, not text.
    if (name === 'w:footnote' || name === 'w:endnote')
      return attribute('w:type')?.includes('eparator') === true;
    return SKIPPED.has(name);
  }

  #openTablePart(name: string, attribute: Attribute): boolean {
    const table = this.#tables.at(-1);
    const cell = table?.cells.at(-1);
    if (name === 'w:tbl') {
      this.#tables.push({ grid: new TableGrid(), cells: [], isDeleted: false, hasRows: false });
    } else if (table === undefined) return false;
    else if (name === 'w:tr') table.isDeleted = false;
    else if (name === 'w:gridBefore') {
      table.cells.push({ blocks: [], columns: Number(attribute('w:val') ?? 0), continues: false });
    } else if (name === 'w:tc') {
      const blocks: Block[] = [];
      table.cells.push({ blocks, columns: 1, continues: false });
      this.#targets.push({ blocks, isCell: true });
    } else if (name === 'w:gridSpan' && cell !== undefined)
      cell.columns = Number(attribute('w:val') ?? 1) || 1;
    else if (name === 'w:vMerge' && cell !== undefined) {
      cell.continues = attribute('w:val') !== 'restart';
    } else return false;
    return true;
  }

  /** Handles properties of paragraphs, content controls and notes. */
  #openProperty(name: string, attribute: Attribute): boolean {
    const paragraph = this.#paragraphs.at(-1);
    const value = attribute('w:val');
    if (name === 'w:footnote' || name === 'w:endnote') {
      const blocks: Block[] = [];
      this.result.notes.set(attribute('w:id') ?? '', blocks);
      this.#targets.push({ blocks, isCell: false });
    } else if (name === 'w:txbxContent') this.#targets.push({ blocks: [], isCell: false });
    else if (name === 'mc:AlternateContent') this.#openAlternatives();
    else if (name === 'w:showingPlcHdr') this.#isPlaceholder = true;
    else if (name === 'w:altChunk' || name === 'o:OLEObject') this.#noteUnreadable('embedded');
    else if (name === 'c:chart' || name === 'cx:chart') this.#noteUnreadable('charts');
    else if (paragraph === undefined) return false;
    else if (name === 'w:pStyle') paragraph.style = value ?? null;
    else if (name === 'w:outlineLvl') paragraph.heading = headingOfOutline(value);
    else if (name === 'w:numId' && value !== undefined) paragraph.list.id = value;
    else if (name === 'w:ilvl') paragraph.list.level = Number(value ?? 0);
    else return false;
    return true;
  }

  #openRunPart(name: string, attribute: Attribute): void {
    const parent = this.#elements.at(-2);
    if (name in BREAKS && parent !== 'w:tabs') this.#write(BREAKS[name] ?? '');
    else if (name === 'w:br' && attribute('w:type') !== 'page' && attribute('w:type') !== 'column')
      this.#write('\n');
    else if (name === 'w:sym') this.#write(symbolText(attribute('w:font') ?? '', attribute('w:char') ?? ''));
    else if (name === 'w:footnoteReference' || name === 'w:endnoteReference') {
      const kind = name === 'w:footnoteReference' ? 'footnote' : 'endnote';
      this.#write(this.#context.noteMark(kind, attribute('w:id') ?? ''));
    } else if (name === 'w:fldSimple') this.#fields.begin(attribute('w:instr') ?? '', false);
    else if (name === 'w:checked') this.#fields.check(attribute('w:val'), false);
    else if (name === 'w:default') this.#fields.check(attribute('w:val'), true);
    else if (name === 'w:fldChar') this.#write(this.#moveField(attribute('w:fldCharType')));
  }

  /** Returns the field's text at its end. */
  #moveField(type: string | undefined): string {
    if (type === 'begin') this.#fields.begin('', true);
    else if (type === 'separate') this.#fields.separate();
    return type === 'end' ? this.#fields.end() : '';
  }

  #noteUnreadable(kind: keyof Unreadable): void {
    this.result.unreadable[kind] += 1;
    this.#written += 1;
  }

  #openAlternatives(): void {
    this.#alternatives.push({ isFound: false, writtenBefore: this.#written });
  }

  /** Uses `mc:Fallback` if the choice cannot be read: Word writes content such as emoji there. */
  #closeChoice(): void {
    const alternative = this.#alternatives.at(-1);
    if (alternative !== undefined) alternative.isFound ||= this.#written > alternative.writtenBefore;
  }

  #openMath(name: string, attribute: Attribute): void {
    if (name === 'm:oMath') this.#formulas.push(this.#paragraphs.at(-1)?.fragments.length ?? 0);
    else if (name === 'm:chr' && this.#elements.at(-2) === 'm:naryPr') this.#write(attribute('m:val') ?? '');
    else this.#write(mathMarks(name)?.before ?? '');
  }

  #closeMath(name: string): void {
    this.#write(mathMarks(name)?.after ?? '');
    const fragments = this.#paragraphs.at(-1)?.fragments;
    if (name !== 'm:oMath' || fragments === undefined) return;
    fragments.push(mathLine(fragments.splice(this.#formulas.pop() ?? 0).join('')));
  }

  #openParagraph(): void {
    this.#paragraphs.push({
      style: null,
      heading: null,
      list: {},
      fragments: this.#carried.splice(0),
      isOpenEnded: false,
      hasPageNumber: false,
      boxes: [],
    });
  }

  #write(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (text === '' || paragraph === undefined || !this.#fields.showsText) return;
    if (text.trim() !== '') this.#written += 1;
    if (this.#fields.showsPageNumber) paragraph.hasPageNumber = true;
    else paragraph.fragments.push(text);
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    const target = this.#targets.at(-1);
    if (paragraph === undefined || target === undefined) return;
    if (paragraph.isOpenEnded) this.#carried = paragraph.fragments;
    else {
      const block = this.#blockOf(paragraph, target.isCell);
      if (block !== null) target.blocks.push(block);
    }
    target.blocks.push(...paragraph.boxes);
  }

  #blockOf(paragraph: Paragraph, isCell: boolean): Block | null {
    const text = paragraph.fragments
      .join('')
      .replace(/[ \t]+\n/g, '\n')
      .trim();
    // "Page 3 of 9" is meaningless without its numbers.
    if (text === '' || (paragraph.hasPageNumber && text.length < 15)) return null;
    const style = this.#context.styleOf(paragraph.style);
    const heading = paragraph.heading ?? style.heading;
    const line = text.replace(/\s+/g, ' ');
    if (heading !== null && !isCell && text.length <= MAX_HEADING_LENGTH) {
      return { kind: 'paragraph', text: `${'#'.repeat(heading)} ${line}` };
    }
    const id = paragraph.list.id ?? style.list?.id;
    const level = paragraph.list.level ?? style.list?.level ?? 0;
    const mark = id === undefined || heading !== null ? null : this.#context.listMark(id, level);
    return mark === null
      ? { kind: 'paragraph', text: escapeMarks(text) }
      : { kind: 'item', text: `${'  '.repeat(Math.min(level, MAX_INDENT))}${mark} ${line}` };
  }

  #closeTextBox(): void {
    const { blocks } = this.#targets.pop() ?? { blocks: [] };
    (this.#paragraphs.at(-1)?.boxes ?? this.#targets.at(-1)?.blocks)?.push(...blocks);
  }

  #closeRow(): void {
    const table = this.#tables.at(-1);
    const target = this.#targets.at(-1);
    if (table === undefined || target === undefined) return;
    const cells = table.cells.splice(0);
    if (table.isDeleted) return;
    const spanned = cells.map(({ blocks, columns, continues }) => ({
      text: cellText(blocks),
      columns,
      rows: continues ? ('continues' as const) : 1,
    }));
    const texts = table.grid.row(spanned);
    const filled = texts.filter((text) => text !== '');
    if (filled.length === 0) return;
    if (target.isCell) target.blocks.push({ kind: 'paragraph', text: `${filled.join(', ')};` });
    else if (cells.length === 1 || spanned.some(({ text }) => text.length > MAX_CELL_LENGTH)) {
      target.blocks.push(...cells.flatMap(({ blocks }) => blocks));
    } else this.#writeRow(table, target.blocks, texts);
  }

  #writeRow(table: Table, blocks: Block[], texts: readonly string[]): void {
    const isFirstRow = blocks.at(-1)?.kind !== 'row' || !table.hasRows;
    blocks.push({ kind: 'row', text: rowLine(texts), isFirstRow });
    if (!table.hasRows) blocks.push({ kind: 'row', text: `|${' --- |'.repeat(texts.length)}` });
    table.hasRows = true;
  }
}

/** Unicode text of a symbol in Wingdings or a similar font. */
function symbolText(font: string, code: string): string {
  const known = hex(font, code) ?? (/^F0..$/i.test(code) ? hex(font, code.slice(2)) : undefined);
  return known?.string ?? '';
}
