import { z } from 'zod';
import { externalId as externalIdField, variables as variablesField } from '#contract/fields.ts';
import { MAX_SECONDARY_CONTACTS } from '#contract/leads.ts';
import { normalizeInput, validate } from '#contract/validation.ts';
import { AppError } from '../../../core/errors.ts';
import { plainCell } from '../../../core/safe-cell.ts';
import { parseJsonBody } from '../../../http/json-body.ts';
import { personOf } from '../leads/lead-numbers.ts';
import type { CsvColumns } from './csv-columns.ts';
import { UNREADABLE } from './csv-text.ts';
import { type NumberRules, readNumbers, visible } from './lead-number.ts';

/** A lead from a row; numbers in E.164. */
export interface RowLead {
  phoneNumber: string;
  variables: Record<string, unknown>;
  externalId: string | null;
  contacts: readonly RowContact[];
}

export interface RowContact {
  phoneNumber: string;
  variables: Record<string, unknown>;
}

export type ReadRow =
  /** `hasLongId`: true if a guessed external id is too long, so that its column has other values. */
  | { ok: true; lead: RowLead; hasLongId: boolean }
  /** `lacksPlusOf`: the number's country if only its plus sign is missing. */
  | { ok: false; column: string; message: string; lacksPlusOf: string | null };

export interface RowRules {
  columns: CsvColumns;
  /** Column names. */
  header: readonly string[];
  numbers: NumberRules;
}

/** Parses a row; returns the lead or the first error. Empty cells are ignored. */
export function readRow(cells: readonly string[], rules: RowRules): ReadRow {
  const { columns, header } = rules;
  const problem = cellProblem(cells, header);
  if (problem !== null) return problem;
  const texts = cells.map((cell) => (columns.isExport ? plainCell(cell.trim()) : cell.trim()));
  const numbers: RowContact[] = [];
  const textAt = (index: number): string => visible(texts[index] ?? '');
  const filled = [columns.phoneNumber, ...columns.fallbacks].find((index) => textAt(index) !== '');
  for (const [position, index] of [filled ?? columns.phoneNumber, ...columns.secondary].entries()) {
    const written = textAt(index);
    if (written === '') continue;
    const number = readNumbers(written, rules.numbers);
    if (!number.ok) return { ...wrong(header, index, number.message), lacksPlusOf: number.lacksPlusOf };
    const at = position === 0 ? null : (columns.secondaryVariables[position - 1] ?? null);
    const read = jsonVariables(at === null ? '' : (texts[at] ?? ''));
    if (typeof read === 'string') return wrong(header, at ?? index, read);
    for (const phoneNumber of number.numbers) {
      // A number repeated in its row is called once.
      const isKnown = numbers.some((known) => personOf(known.phoneNumber) === personOf(phoneNumber));
      if (!isKnown) numbers.push({ phoneNumber, ...read });
    }
  }
  const [main, ...contacts] = numbers;
  if (main === undefined) return wrong(header, columns.phoneNumber, 'The phone number is missing.');
  if (contacts.length > MAX_SECONDARY_CONTACTS) {
    return wrong(header, columns.phoneNumber, `The row has more than ${MAX_SECONDARY_CONTACTS + 1} numbers.`);
  }
  const more = columns.moreVariables;
  const further = more === null ? NO_MORE : jsonVariables(texts[more] ?? '');
  if (typeof further === 'string') return wrong(header, more ?? columns.phoneNumber, further);
  const externalId = columns.externalId === null ? '' : textAt(columns.externalId);
  const hasLongId = externalId !== '' && !externalIdField().safeParse(externalId).success;
  if (hasLongId && !columns.isIdGuessed) {
    const message = 'The external id must not be longer than 255 characters.';
    return wrong(header, columns.externalId ?? columns.phoneNumber, message);
  }
  const variables = { ...further.variables, ...readVariables(texts, columns) };
  return {
    ok: true,
    lead: {
      phoneNumber: main.phoneNumber,
      variables,
      externalId: hasLongId ? null : externalId || null,
      contacts,
    },
    hasLongId,
  };
}

type Wrong = Extract<ReadRow, { ok: false }>;

function wrong(header: readonly string[], index: number, message: string): Wrong {
  return { ok: false, column: header[index] ?? '', message, lacksPlusOf: null };
}

function cellProblem(cells: readonly string[], header: readonly string[]): Wrong | null {
  const hasText = (cell: string): boolean => cell.trim() !== '';
  if (cells.slice(header.length).some(hasText)) {
    const message = `The row has more cells than the header, which has ${header.length}.`;
    return { ok: false, column: '', message, lacksPlusOf: null };
  }
  const broken = cells.findIndex((cell) => cell.includes('\u0000') || !cell.isWellFormed());
  if (broken !== -1) return wrong(header, broken, 'The cell contains characters that cannot be stored.');
  const unreadable = cells.findIndex((cell) => cell.includes(UNREADABLE));
  if (unreadable !== -1) {
    return wrong(header, unreadable, 'The cell has bytes that are invalid in the charset of the file.');
  }
  const unnamed = cells.findIndex((cell, index) => hasText(cell) && header[index] === '');
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
