export interface SpannedCell {
  text: string;
  columns: number;
  /** Number of rows that the cell spans; `continues` if it is merged with the cell above, as in Word's `vMerge`. */
  rows: number | 'continues';
}

interface Column {
  text: string;
  /** Further rows that this cell covers. */
  rows: number;
}

/** Column limit for merged cells. A row's own cells are never dropped. */
const MAX_COLUMNS = 60;
/** Longer values are not repeated; the covered cells stay empty. */
const MAX_REPEATED_LENGTH = 100;
/** Characters that one table may repeat, so that a small file cannot expand to a large text. */
const MAX_REPEATED = 200_000;

/**
 * Expands merged cells: repeats their values in each row and column that they cover, so that every row can be
 * understood alone.
 */
export class TableGrid {
  #above: Column[] = [];
  #repeated = 0;

  /** Returns the texts of one row. A cell that spans the whole row appears once. */
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
      this.#addCell(row, cell, cells.length === 1);
    }
    takeFromAbove();
    this.#above = row.slice(0, MAX_COLUMNS);
    return row.map(({ text }) => text);
  }

  #addCell(row: Column[], cell: SpannedCell, isAlone: boolean): void {
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
