import { invalid } from '../../../core/errors.ts';
import type { SpooledFile } from '../../../http/route.ts';
import { columnIndex, columnNames, type GivenColumns, readColumns } from './csv-columns.ts';
import type { RowRules } from './csv-row.ts';
import { type CsvFormat, readRows } from './csv-rows.ts';
import { type FileRow, findHeader, HEAD_ROWS, type HeaderRow } from './header-row.ts';
import { type NumberRules, readNumbers, visible } from './lead-number.ts';

/** How to read the rows of a file. */
export interface TableRules extends RowRules {
  /** Number of the row with the column names; leads are below. */
  headerRow: number;
  /** Decisions that the file left open, in sentences. */
  guesses: string[];
}

/** Finds and interprets the column names. Throws `invalid` for a file without any. */
export async function readHeader(
  file: Pick<SpooledFile, 'read'>,
  format: CsvFormat,
  { columns: given, numbers }: { columns: GivenColumns; numbers: NumberRules },
): Promise<TableRules> {
  const rows: FileRow[] = [];
  for await (const row of readRows(file, format)) {
    rows.push(row);
    if (rows.length === HEAD_ROWS) break;
  }
  const [first] = rows;
  if (first === undefined) throw invalid({ file: ['The file is empty.'] });
  const isNumber = (cell: string): boolean => readNumbers(visible(cell), numbers).ok;
  const found = given.phone === null ? findHeader(rows, isNumber) : headerWith(rows, given.phone);
  if (found === null && first.cells.some(isNumber)) {
    const message = `Row ${first.row} has a phone number instead of column names: add a row with names above.`;
    throw invalid({ file: [message] });
  }
  const { header, numberColumn } = found ?? { header: first, numberColumn: null };
  const names = columnNames(header.cells);
  const read = readColumns(names, given, numberColumn);
  if (!read.ok) {
    throw invalid(read.errors, { available_columns: names.filter((name) => name !== '') });
  }
  const rules = { columns: read.columns, header: names, numbers, headerRow: header.row };
  const guesses = [...skippedRows(rows, header), ...numberColumns(rules, numberColumn !== null)];
  return { ...rules, guesses };
}

function headerWith(rows: readonly FileRow[], name: string): HeaderRow | null {
  const header = rows.find(({ cells }) => columnIndex(columnNames(cells), name) !== -1);
  return header === undefined ? null : { header, numberColumn: null };
}

function skippedRows(rows: readonly FileRow[], header: FileRow): string[] {
  const count = rows.indexOf(header);
  if (count === 0) return [];
  const skipped =
    count === 1
      ? 'One row above is a title and was skipped.'
      : `${count} rows above are titles and were skipped.`;
  return [`Row ${header.row} has the column names. ${skipped}`];
}

function numberColumns({ columns, header }: RowRules, isByCells: boolean): string[] {
  const quoted = (index: number): string => `“${header[index] ?? ''}”`;
  const main = quoted(columns.phoneNumber);
  const byCells = `Most cells of the column ${main} are phone numbers, so they are the numbers of the leads.`;
  const others = columns.fallbacks.map(quoted).join(', ');
  return [
    ...(isByCells ? [byCells] : []),
    ...(others === '' ? [] : [`If ${main} is empty, the number is read from ${others}.`]),
  ];
}
