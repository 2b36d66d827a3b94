/** A cell of the document: how many columns and rows it covers. */
export interface SpannedCell {
  text: string;
  columns: number;
  /** `continues`: it belongs to the cell above, as Word writes it. */
  rows: number | 'continues';
}

interface Column {
  text: string;
  /** Further rows that the cell above covers. */
  rows: number;
}

/** Cells that cover several columns or rows do so up to here; a row's own cells all stay. */
const MAX_COLUMNS = 60;
/** Longer values are not repeated: their cells stay empty. */
const MAX_REPEATED_LENGTH = 100;
/** Most characters that one table may repeat, so that the text of a small file stays small. */
const MAX_REPEATED = 200_000;

/**
 * Lays out the cells of a table row by row, so that each value is in its column: a merged cell's value is repeated
 * in each row and column that it covers, as every row is read alone.
 */
export class TableGrid {
  #above: Column[] = [];
  #repeated = 0;

  /** The texts of one row. A cell over the whole row appears once. */
  row(cells: readonly SpannedCell[]): string[] {
    const row: Column[] = [];
    const takeFromAbove = (): void => {
      let above = this.#above[row.length];
      while (above !== undefined && above.rows > 0) {
        row.push({ text: this.#repeat(above.text), rows: above.rows - 1 });
        above = this.#above[row.length];
      }
    };
    for (const cell of cells) {
      takeFromAbove();
      this.#place(row, cell, cells.length === 1);
    }
    takeFromAbove();
    this.#above = row.slice(0, MAX_COLUMNS);
    return row.map(({ text }) => text);
  }

  #place(row: Column[], cell: SpannedCell, isAlone: boolean): void {
    const columns = Math.max(1, Math.min(cell.columns, MAX_COLUMNS - row.length));
    for (let column = 0; column < columns; column += 1) {
      if (cell.rows === 'continues') {
        row.push({ text: this.#repeat(this.#above[row.length]?.text ?? ''), rows: 0 });
      } else {
        const text = column === 0 ? cell.text : isAlone ? '' : this.#repeat(cell.text);
        row.push({ text, rows: Math.max(0, cell.rows - 1) });
      }
    }
  }

  #repeat(text: string): string {
    if (text.length > MAX_REPEATED_LENGTH || this.#repeated + text.length > MAX_REPEATED) return '';
    this.#repeated += text.length;
    return text;
  }
}
