import { phoneColumnName } from './phone-columns.ts';

export interface FileRow {
  /** From 1. */
  row: number;
  cells: readonly string[];
}

export interface HeaderRow {
  header: FileRow;
  /** Column with the phone numbers, if it was recognized by its cells; null if by its name. */
  numberColumn: number | null;
}

/** Number of rows that are searched for the column names. */
export const HEAD_ROWS = 50;

/**
 * Finds the row with the column names, below any titles: the first one that names a phone column, otherwise the row
 * above the first phone number.
 * @param rows the first rows of the file, without empty ones
 * @param isNumber whether a cell is a phone number
 */
export function findHeader(rows: readonly FileRow[], isNumber: (cell: string) => boolean): HeaderRow | null {
  const named = rows.filter(({ cells }) => namesPhones(cells));
  // A single cell may be a title above the names.
  const header = named.find(({ cells }) => filledCells(cells) > 1) ?? named[0];
  return header === undefined ? findByNumbers(rows, isNumber) : { header, numberColumn: null };
}

/** Cells of data may be words such as mobile, but then another cell has a number. */
function namesPhones(cells: readonly string[]): boolean {
  const hasName = cells.some((cell) => phoneColumnName(cell) !== null);
  return hasName && !cells.some((cell) => cell.replaceAll(/\D/g, '').length >= 7);
}

function filledCells(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

function findByNumbers(rows: readonly FileRow[], isNumber: (cell: string) => boolean): HeaderRow | null {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  let best = { column: -1, count: 0, first: 0 };
  for (let column = 0; column < width; column += 1) {
    const texts = rows.map(({ cells }) => cells[column]?.trim() ?? '');
    const first = texts.findIndex(isNumber);
    const below = texts.slice(Math.max(0, first)).filter((text) => text !== '');
    const count = below.filter(isNumber).length;
    if (count * 2 > below.length && count > best.count) best = { column, count, first };
  }
  const header = rows[best.first - 1];
  const name = header?.cells[best.column]?.trim() ?? '';
  return header === undefined || name === '' ? null : { header, numberColumn: best.column };
}
