import { type CellValue, EncryptedFileError, HucreError, readXls, readXlsx, streamXlsxRows } from 'hucre';
import type { WorkbookType } from './extraction.ts';
import { ExtractionFailure } from './failure.ts';

interface Table {
  name: string;
  rows: AsyncIterable<readonly CellValue[]> | Iterable<readonly CellValue[]>;
}

const DAMAGED = 'The workbook is damaged or incomplete: open it in Excel and save it again.';
const LOCKED = 'The workbook is protected by a password. Remove the password and try again.';
const OTHER_PACKAGES: readonly [part: string, reason: string][] = [
  ['xl/workbook.bin', 'This is a binary workbook (.xlsb): save it as Excel workbook (.xlsx).'],
  ['opendocument', 'This is an OpenDocument file: save it as Excel workbook (.xlsx) or CSV (UTF-8).'],
  ['Index/Document.iwa', 'This is a Numbers file: export it as Excel workbook (.xlsx) or CSV (UTF-8).'],
];

/**
 * Reads one sheet of a workbook, with cells as text: dates as `2026-03-01`, numbers with all their digits.
 * Throws `ExtractionFailure`.
 * @param sheet name of the sheet; null for the first visible one with data
 * @returns the sheet's name
 */
export async function readWorkbook(
  bytes: Uint8Array,
  { type, sheet }: { type: WorkbookType; sheet: string | null },
  onRow: (cells: string[]) => void,
): Promise<string> {
  try {
    const tables = type === 'xlsx' ? await tablesOfXlsx(bytes) : await tablesOfXls(bytes);
    return await readTable(tables, sheet, onRow);
  } catch (error) {
    if (error instanceof EncryptedFileError) throw new ExtractionFailure(LOCKED);
    if (error instanceof HucreError) throw new ExtractionFailure(DAMAGED);
    throw error;
  }
}

async function readTable(
  tables: readonly Table[],
  sheet: string | null,
  onRow: (cells: string[]) => void,
): Promise<string> {
  const named = sheet === null ? tables : tables.filter(({ name }) => name === sheet);
  if (named.length === 0 && sheet !== null) {
    const names = tables.map(({ name }) => name).join(', ');
    throw new ExtractionFailure(`The workbook has no sheet ${sheet}. Its sheets are: ${names}.`);
  }
  for (const { name, rows } of named) {
    let emptyRows = 0;
    let hasData = false;
    for await (const row of rows) {
      const cells = row.map(textOf);
      if (cells.every((cell) => cell.trim() === '')) {
        emptyRows += 1;
        continue;
      }
      hasData = true;
      for (; emptyRows > 0; emptyRows -= 1) onRow([]);
      onRow(cells);
    }
    if (hasData) return name;
  }
  return named[0]?.name ?? '';
}

async function tablesOfXlsx(bytes: Uint8Array): Promise<Table[]> {
  const names: { name: string; isHidden: boolean }[] = [];
  const directory = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!directory.includes('xl/workbook.xml')) {
    const other = OTHER_PACKAGES.find(([part]) => directory.includes(part));
    throw new ExtractionFailure(other?.[1] ?? 'This ZIP archive is not an Excel workbook (.xlsx).');
  }
  // The filter is asked before any sheet is read.
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      names.push({ name, isHidden: hidden === true || veryHidden === true });
      return false;
    },
  });
  const visible = names.filter(({ isHidden }) => !isHidden);
  return visible.map(({ name }) => ({ name, rows: valuesOf(streamXlsxRows(bytes, { sheet: name })) }));
}

/** Rows of a sheet in Excel. A small file could name later ones, and so ask for billions of empty rows. */
const MAX_ROWS = 1_048_576;

/** Rows with empty ones in between, so that their numbers are those of the sheet. */
async function* valuesOf(rows: ReturnType<typeof streamXlsxRows>): AsyncGenerator<readonly CellValue[]> {
  let next = 0;
  for await (const { index, values } of rows) {
    if (index >= MAX_ROWS) throw new ExtractionFailure(DAMAGED);
    for (; next < index; next += 1) yield [];
    yield values;
    next = index + 1;
  }
}

async function tablesOfXls(bytes: Uint8Array): Promise<Table[]> {
  const names = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (stream: string): boolean => names.includes(Buffer.from(stream, 'utf16le'));
  if (has('EncryptedPackage')) throw new ExtractionFailure(LOCKED);
  if (!has('Workbook')) {
    throw new ExtractionFailure(
      has('Book')
        ? 'This workbook was saved by an Excel before 1997: save it as Excel workbook (.xlsx).'
        : 'This file of an old Office program is not an Excel workbook.',
    );
  }
  const { sheets } = await readXls(bytes);
  return sheets.filter(({ hidden }) => hidden !== true);
}

function textOf(value: CellValue): string {
  if (value === null) return '';
  if (value instanceof Date) return dateText(value);
  // Without an exponent; 15 digits are all that spreadsheets store.
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

/** Workbooks have no time zones; the library gives their dates in UTC. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = date.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
}
