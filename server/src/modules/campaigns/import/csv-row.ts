import { z } from 'zod';
import { variables as variablesField } from '#contract/fields.ts';
import { toCallable } from '#contract/phone-numbers.ts';
import { normalizeInput, validate } from '#contract/validation.ts';
import { countryName } from '../../../core/country-name.ts';
import { AppError } from '../../../core/errors.ts';
import { parseJsonBody } from '../../../http/json-body.ts';
import { personOf } from '../leads/lead-numbers.ts';
import type { CsvColumns } from './csv-columns.ts';
import { UNREADABLE } from './csv-text.ts';
import { plainCell } from './safe-cell.ts';

/** A lead from a row; numbers in E.164. */
export interface RowLead {
  phoneNumber: string;
  variables: Record<string, unknown>;
  contacts: readonly RowContact[];
}

export interface RowContact {
  phoneNumber: string;
  variables: Record<string, unknown>;
}

export type ReadRow = { ok: true; lead: RowLead } | { ok: false; column: string; message: string };

export interface RowRules {
  columns: CsvColumns;
  header: readonly string[];
  /** Country whose national numbers are accepted; null for international numbers only. */
  countryCode: string | null;
}

/** Parses a row; returns the lead or the first error. Empty cells are ignored. */
export function readRow(cells: readonly string[], rules: RowRules): ReadRow {
  const { columns, header } = rules;
  const problem = cellProblem(cells, header);
  if (problem !== null) return problem;
  const texts = cells.map((cell) => (columns.isExport ? plainCell(cell.trim()) : cell.trim()));
  const numbers: RowContact[] = [];
  for (const [position, index] of [columns.phoneNumber, ...columns.secondary].entries()) {
    const written = (texts[index] ?? '').replace(UNSEEN, '').trim();
    if (written === '' && position > 0) continue;
    const phoneNumber = readNumber(written, rules.countryCode);
    if (phoneNumber === null) return wrong(header, index, numberProblem(written, rules.countryCode));
    const at = position === 0 ? null : (columns.secondaryVariables[position - 1] ?? null);
    const read = jsonVariables(at === null ? '' : (texts[at] ?? ''));
    if (typeof read === 'string') return wrong(header, at ?? index, read);
    // A number repeated in its row is called once.
    const isKnown = numbers.some((known) => personOf(known.phoneNumber) === personOf(phoneNumber));
    if (!isKnown) numbers.push({ phoneNumber, ...read });
  }
  const [main, ...contacts] = numbers;
  const more = columns.moreVariables;
  const further = more === null ? NO_MORE : jsonVariables(texts[more] ?? '');
  if (typeof further === 'string') return wrong(header, more ?? columns.phoneNumber, further);
  const variables = { ...further.variables, ...readVariables(texts, columns) };
  return { ok: true, lead: { phoneNumber: main?.phoneNumber ?? '', variables, contacts } };
}

type Wrong = Extract<ReadRow, { ok: false }>;

function wrong(header: readonly string[], index: number, message: string): Wrong {
  return { ok: false, column: header[index]?.trim() ?? '', message };
}

function cellProblem(cells: readonly string[], header: readonly string[]): Wrong | null {
  const hasText = (cell: string): boolean => cell.trim() !== '';
  if (cells.slice(header.length).some(hasText)) {
    const message = `The row has more cells than the header, which has ${header.length}.`;
    return { ok: false, column: '', message };
  }
  const broken = cells.findIndex((cell) => cell.includes('\u0000') || !cell.isWellFormed());
  if (broken !== -1) return wrong(header, broken, 'The cell contains characters that cannot be stored.');
  const unreadable = cells.findIndex((cell) => cell.includes(UNREADABLE));
  if (unreadable !== -1) {
    return wrong(header, unreadable, 'The cell has bytes that are invalid in the charset of the file.');
  }
  const unnamed = cells.findIndex((cell, index) => hasText(cell) && header[index]?.trim() === '');
  if (unnamed === -1) return null;
  return wrong(header, unnamed, `The header has no name for column ${unnamed + 1}.`);
}

const contactVariables = z.object({ variables: variablesField() });
type ContactVariables = z.output<typeof contactVariables>;

const NO_MORE: ContactVariables = { variables: {} };

/** Validates variables like a request; returns an error text if invalid. */
function jsonVariables(text: string): ContactVariables | string {
  try {
    const given = normalizeInput({ variables: parseJsonBody(text) });
    const read = validate(contactVariables, given);
    if (read.ok) return read.value;
    return Object.values(read.fields).flat()[0] ?? NO_VARIABLES;
  } catch (error) {
    if (error instanceof AppError) return NO_VARIABLES;
    throw error;
  }
}

const NO_VARIABLES = 'The value must be a JSON object of variables, nested at most 64 levels deep.';

function readVariables(texts: readonly string[], { variables }: CsvColumns): Record<string, string> {
  return Object.fromEntries(
    variables.flatMap(({ index, name }) => {
      const value = texts[index] ?? '';
      return value === '' ? [] : [[name, value] as const];
    }),
  );
}

/** Invisible characters such as direction marks, which are pasted along with numbers. */
const UNSEEN = /\p{Cf}/gu;

/** A number with decimals, such as `40721000001.0`, which without the separator would be another number. */
const DECIMAL = /^'?\+?\d+[.,]0{1,2}$/;

/** Also accepts `'+40…` (text in spreadsheets) and `0040…`. National numbers need a country. */
function readNumber(written: string, countryCode: string | null): string | null {
  const international = written.replace(/^'/, '').replace(/^00(?=[1-9])/, '+');
  if (international.length > 32 || DECIMAL.test(written)) return null;
  if (international.startsWith('+') || countryCode === null) {
    return international.startsWith('+') ? toCallable(international) : null;
  }
  return toCallable(international, countryCode);
}

function numberProblem(written: string, countryCode: string | null): string {
  if (written === '') return 'The phone number is missing.';
  if (/^\d+([.,]\d+)?E\+?\d+$/i.test(written)) {
    return 'A spreadsheet rounded this number: format its column as text.';
  }
  if (DECIMAL.test(written)) {
    return 'A spreadsheet added decimals to this number: format its column as text.';
  }
  if (countryCode === null) return 'This is not a valid phone number in international format.';
  return `This is not a valid phone number in the national format of ${countryName(countryCode)} or in international format.`;
}
