import { type SpannedCell, TableGrid } from '../extraction/table-grid.ts';

/** The part of a page that a block belongs to; `html.ts` chooses the areas to keep. */
export type Area = 'main' | 'body' | 'form' | 'header' | 'dropped';

/** A paragraph, heading, list item, table row or code block, in Markdown. */
export interface Block {
  area: Area;
  text: string;
  /** True if a line break, not a blank line, separates it from the previous block. */
  tight: boolean;
}

interface List {
  ordered: boolean;
  next: number;
}

interface Table {
  rows: number;
  cells: SpannedCell[];
  grid: TableGrid;
  /** Columns and rows of the open cell. */
  span: { columns: number; rows: number };
  /** A layout table, whose cells are ordinary text. */
  layout: boolean;
}

/** A table with a longer cell is only layout, because the cell is prose. */
const maxCellLength = 500;
const maxIndent = 6;

/** Builds Markdown blocks. Linear in the text, without recursion. */
export class MarkdownWriter {
  readonly blocks: Block[] = [];
  /** Set by the reader. A block belongs to the area in which it ends. */
  area: Area = 'body';
  private readonly fragments: string[] = [];
  private readonly lists: List[] = [];
  private readonly tables: Table[] = [];
  private marker = '';
  private headingLevel = 0;
  private quoteDepth = 0;
  private preDepth = 0;
  private lastWasItem = false;

  /** True if the writer is in a heading that has no text so far. */
  get opensHeading(): boolean {
    return this.headingLevel > 0 && this.fragments.every((fragment) => fragment.trim() === '');
  }

  text(fragment: string): void {
    this.fragments.push(this.preDepth > 0 ? fragment : fragment.replace(/\s+/g, ' '));
  }

  lineBreak(): void {
    this.fragments.push('\n');
  }

  /** A position in the current block, for `takeBack`. */
  get position(): number {
    return this.fragments.length;
  }

  /** Removes and returns the current block's text since `position`. */
  takeBack(position: number): string {
    return cleanText(this.fragments.splice(position).join(''));
  }

  breakBlock(): void {
    if (this.preDepth > 0) {
      if (!this.fragments.at(-1)?.endsWith('\n')) this.fragments.push('\n');
      return;
    }
    const table = this.tables.at(-1);
    if (table !== undefined && !table.layout) {
      // In a data cell, a paragraph break becomes a space.
      this.fragments.push(' ');
      return;
    }
    this.flush();
  }

  openHeading(level: number): void {
    this.leaveDataTable();
    this.flush();
    this.headingLevel = level;
  }

  closeHeading(): void {
    this.flush();
    this.headingLevel = 0;
  }

  openList(ordered: boolean, start: number): void {
    this.breakBlock();
    this.lists.push({ ordered, next: start });
  }

  closeList(): void {
    this.breakBlock();
    this.lists.pop();
    this.marker = '';
  }

  openItem(): void {
    this.breakBlock();
    const list = this.lists.at(-1);
    this.marker = list?.ordered ? `${list.next}. ` : '- ';
    if (list !== undefined) list.next += 1;
  }

  closeItem(): void {
    this.breakBlock();
    this.marker = '';
  }

  openQuote(): void {
    this.breakBlock();
    this.quoteDepth += 1;
  }

  closeQuote(): void {
    this.breakBlock();
    this.quoteDepth -= 1;
  }

  openPre(): void {
    this.leaveDataTable();
    this.flush();
    this.preDepth += 1;
  }

  closePre(): void {
    this.flush();
    this.preDepth -= 1;
  }

  openTable(layout: boolean): void {
    // A nested table means that the outer one is only layout.
    this.leaveDataTable();
    this.flush();
    this.tables.push({ rows: 0, cells: [], grid: new TableGrid(), span: { columns: 1, rows: 1 }, layout });
  }

  closeTable(): void {
    this.closeRow();
    this.tables.pop();
    this.flush();
  }

  closeCaption(): void {
    const text = cleanText(this.fragments.splice(0).join(''));
    if (text !== '') this.push(text, false);
  }

  openCell(columns: number, rows: number): void {
    const table = this.tables.at(-1);
    if (table !== undefined) table.span = { columns, rows };
  }

  closeCell(): void {
    const table = this.tables.at(-1);
    if (table === undefined || table.layout) this.flush();
    else {
      const text = cleanText(this.fragments.splice(0).join('')).replace(/\n/g, ' ');
      table.cells.push({ text, ...table.span });
    }
  }

  closeRow(): void {
    const table = this.tables.at(-1);
    if (table === undefined || table.layout) return;
    const cells = table.grid.row(table.cells.splice(0));
    const filled = cells.filter((cell) => cell !== '');
    if (filled.length <= 1 || filled.some((cell) => cell.length > maxCellLength)) {
      for (const cell of filled) this.push(cell, false);
      return;
    }
    this.push(tableRow(cells), table.rows > 0);
    if (table.rows === 0) this.push(tableRow(cells.map(() => '---')), true);
    table.rows += 1;
  }

  /** Writes the pending text as a block. */
  flush(): void {
    const raw = this.fragments.splice(0).join('');
    if (this.preDepth > 0) {
      const code = raw.replace(/^\s*\n/, '').trimEnd();
      if (code.trim() !== '') this.push(`\`\`\`\n${code}\n\`\`\``, false);
      return;
    }
    const text = cleanText(raw);
    if (text === '') return;
    if (this.headingLevel > 0) this.pushHeading(text);
    else if (this.lists.length > 0) this.pushItem(text);
    else this.push(escapeHeading(text), false);
  }

  private pushHeading(text: string): void {
    // Remove permalink symbols.
    const title = text
      .replace(/\n/g, ' ')
      .replace(/[§¶]|(?<=\S) ?#$/g, '')
      .trim();
    if (title !== '') this.push(`${'#'.repeat(this.headingLevel)} ${title}`, false);
  }

  private pushItem(text: string): void {
    const indent = '  '.repeat(Math.min(this.lists.length - 1, maxIndent));
    const lead = this.marker === '' ? `${indent}  ` : `${indent}${this.marker}`;
    const tight = this.lastWasItem;
    this.marker = '';
    this.push(lead + text.replace(/\n/g, `\n${indent}  `), tight);
    this.lastWasItem = true;
  }

  private push(text: string, tight: boolean): void {
    const quoted = this.quoteDepth === 0 ? text : `> ${text.replace(/\n/g, '\n> ')}`;
    this.blocks.push({ area: this.area, text: quoted, tight });
    this.lastWasItem = false;
  }

  private leaveDataTable(): void {
    const table = this.tables.at(-1);
    if (table === undefined || table.layout) return;
    table.layout = true;
    for (const { text } of table.cells.splice(0)) if (text !== '') this.push(text, false);
  }
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Collapses white space and removes invisible characters; keeps single line breaks. */
function cleanText(raw: string): string {
  return raw
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

/** Escapes text that would be read as a heading. */
function escapeHeading(text: string): string {
  return text.replace(/^(#{1,6} )/gm, '\\$1');
}
