import { toCallable } from '#contract/phone-numbers.ts';
import type { CsvColumns } from './csv-columns.ts';

/** A lead as a row of a file has it; numbers in E.164. */
export interface RowLead {
  phoneNumber: string;
  variables: Record<string, string>;
  contacts: readonly string[];
}

export type ReadRow = { ok: true; lead: RowLead } | { ok: false; column: string; message: string };

export interface RowRules {
  columns: CsvColumns;
  header: readonly string[];
  /** Lets numbers be written as in that country; null: international ones alone. */
  countryCode: string | null;
}

/** What a row says, or the first thing that is wrong with it. Empty cells say nothing. */
export function readRow(cells: readonly string[], { columns, header, countryCode }: RowRules): ReadRow {
  const nameOf = (index: number): string => header[index]?.trim() ?? '';
  if (cells.slice(header.length).some((cell) => cell.trim() !== '')) {
    return {
      ok: false,
      column: '',
      message: `The row has more cells than the first one, which has ${header.length}.`,
    };
  }
  const broken = cells.findIndex((cell) => cell.includes('\u0000') || !cell.isWellFormed());
  if (broken !== -1) {
    return {
      ok: false,
      column: nameOf(broken),
      message: 'The cell contains characters that cannot be stored.',
    };
  }
  const numbers: string[] = [];
  for (const index of [columns.phoneNumber, ...columns.secondary]) {
    const written = (cells[index] ?? '').trim();
    if (written === '' && index !== columns.phoneNumber) continue;
    const number = readNumber(written, countryCode);
    if (number === null) return { ok: false, column: nameOf(index), message: numberProblem(written) };
    // A number that stands twice in its row is called once.
    if (!numbers.includes(number)) numbers.push(number);
  }
  const [phoneNumber = '', ...contacts] = numbers;
  return { ok: true, lead: { phoneNumber, variables: readVariables(cells, columns), contacts } };
}

function readVariables(cells: readonly string[], { variables }: CsvColumns): Record<string, string> {
  return Object.fromEntries(
    variables.flatMap(({ index, name }) => {
      const value = (cells[index] ?? '').trim();
      return value === '' ? [] : [[name, value] as const];
    }),
  );
}

/** `'+40…`, as spreadsheets keep text, and `0040…` are `+40…`. Without a country nothing else is guessed. */
function readNumber(written: string, countryCode: string | null): string | null {
  const international = written.replace(/^'/, '').replace(/^00(?=[1-9])/, '+');
  if (international.length > 32) return null;
  if (international.startsWith('+') || countryCode === null) {
    return international.startsWith('+') ? toCallable(international) : null;
  }
  return toCallable(international, countryCode);
}

function numberProblem(written: string): string {
  if (written === '') return 'The phone number is missing.';
  if (/^\d+([.,]\d+)?E\+?\d+$/i.test(written)) {
    return 'A spreadsheet has rounded this number: format its column as text.';
  }
  return 'This is not a valid phone number in international format.';
}
