import { MAX_SECONDARY_CONTACTS } from '#contract/leads.ts';
import type { FieldErrors } from '#contract/validation.ts';
import { plainCell } from '../../../core/safe-cell.ts';
import { UNREADABLE } from './csv-text.ts';
import { type ExportColumns, exportColumns } from './export-columns.ts';
import { externalIdColumn } from './external-id-column.ts';
import { type PhoneColumns, phoneColumns } from './phone-columns.ts';

/** The role of each column, by index. */
export interface CsvColumns {
  phoneNumber: number;
  /** Columns to read the number from if the cell is empty, in order. */
  fallbacks: readonly number[];
  /** In dialing order. */
  secondary: readonly number[];
  /** JSON variables columns, parallel to `secondary`; empty unless Parley exported the file. */
  secondaryVariables: readonly (number | null)[];
  /** Null without external ids. Unless `isExport`, the column is a variable as well. */
  externalId: number | null;
  /** True if `externalId` was recognized by its name. It is ignored if different leads have the same value. */
  isIdGuessed: boolean;
  /** True if the file was exported by Parley, which escapes cells that look like formulas. */
  isExport: boolean;
  variables: readonly { index: number; name: string }[];
  /** Column of further variables as JSON; null unless Parley exported the file. */
  moreVariables: number | null;
}

/** Column names given by the client; null to detect them. `externalId`: null to use no column, undefined to detect it. */
export interface GivenColumns {
  phone: string | null;
  secondary: readonly string[] | null;
  externalId?: string | null | undefined;
}

export type ReadColumns = { ok: true; columns: CsvColumns } | { ok: false; errors: FieldErrors };

/**
 * Interprets the header row.
 * @param names from `columnNames`
 * @param numberColumn column with the phone numbers, if it was recognized by its cells; null if by its name
 */
export function readColumns(
  names: readonly string[],
  given: GivenColumns,
  numberColumn: number | null = null,
): ReadColumns {
  if (names.some((name) => name.includes(UNREADABLE))) {
    return wrong(
      'file',
      'The header has bytes that are invalid in the charset of the file: specify the charset.',
    );
  }
  const isFree = given.phone === null && given.secondary === null && given.externalId == null;
  const exported = isFree ? exportColumns(names.map(plainCell)) : null;
  if (exported !== null && exported.contacts.length > MAX_SECONDARY_CONTACTS) return tooMany('file');
  if (exported !== null) {
    const columns = ofExport(exported);
    return { ok: true, columns: given.externalId === null ? { ...columns, externalId: null } : columns };
  }
  const found = phoneColumn(names, given.phone, numberColumn);
  if ('ok' in found) return found;
  const { main: phoneNumber, fallbacks } = found;
  const secondary = secondaryColumns(names, found, given.secondary);
  if (!Array.isArray(secondary)) return secondary;
  const taken = new Set([phoneNumber, ...secondary]);
  const isIdGuessed = given.externalId === undefined;
  const externalId =
    given.externalId === undefined ? externalIdColumn(names) : givenExternalId(names, given.externalId);
  if (externalId === -1) {
    return wrong('external_id_column', `The file has no column ${given.externalId}.`);
  }
  const variables = names.flatMap((name, index) =>
    taken.has(index) || name === '' || name === '__proto__' ? [] : [{ index, name: name.slice(0, 255) }],
  );
  return {
    ok: true,
    columns: {
      phoneNumber,
      fallbacks: fallbacks.filter((index) => !taken.has(index)),
      secondary,
      secondaryVariables: [],
      externalId,
      isIdGuessed,
      variables,
      moreVariables: null,
      isExport: false,
    },
  };
}

/** @returns -1 if the column does not exist, null without a name */
function givenExternalId(names: readonly string[], given: string | null): number | null {
  return given === null ? null : columnIndex(names, given);
}

/** The names in a header row. Repeated ones get a number: `Notes (2)`. */
export function columnNames(header: readonly string[]): string[] {
  const names: string[] = [];
  for (const cell of header) {
    // A space after the closing quote leaves the quotes in the name.
    const name = cell.trim().replace(/^"(.*)"$/, '$1');
    let unique = name;
    for (let count = 2; name !== '' && names.includes(unique); count += 1) unique = `${name} (${count})`;
    names.push(unique);
  }
  return names;
}

function ofExport({
  phoneNumber,
  contacts,
  externalId,
  variables,
  moreVariables,
}: ExportColumns): CsvColumns {
  return {
    phoneNumber,
    fallbacks: [],
    moreVariables,
    externalId,
    isIdGuessed: false,
    isExport: true,
    secondary: contacts.map((contact) => contact.phoneNumber),
    secondaryVariables: contacts.map((contact) => contact.variables),
    variables: variables.filter(({ name }) => name !== '__proto__'),
  };
}

type Wrong = Extract<ReadColumns, { ok: false }>;

function wrong(field: string, text: string): Wrong {
  return { ok: false, errors: { [field]: [text] } };
}

function tooMany(field: 'file' | 'secondary_columns'): Wrong {
  const [one, max] = [field === 'file' ? 'file has' : 'request names', MAX_SECONDARY_CONTACTS];
  return wrong(field, `The ${one} more than ${max} columns with secondary numbers.`);
}

function phoneColumn(
  names: readonly string[],
  given: string | null,
  numberColumn: number | null,
): PhoneColumns | Wrong {
  const named = phoneColumns(names);
  if (given !== null) {
    const main = columnIndex(names, given);
    if (main === -1) return wrong('phone_column', `The file has no column ${given}.`);
    return { main, fallbacks: [], secondary: named?.secondary.filter((index) => index !== main) ?? [] };
  }
  if (named !== null) return named;
  if (numberColumn !== null) return { main: numberColumn, fallbacks: [], secondary: [] };
  return wrong(
    'file',
    'No column has phone numbers: name one of them Phone or similar, or specify it as phone_column.',
  );
}

function secondaryColumns(
  names: readonly string[],
  { main, secondary }: PhoneColumns,
  given: readonly string[] | null,
): number[] | Wrong {
  if (given === null) return secondary.length > MAX_SECONDARY_CONTACTS ? tooMany('file') : [...secondary];
  const indexes = given.map((name) => columnIndex(names, name));
  const missing = given[indexes.indexOf(-1)];
  if (missing !== undefined) return wrong('secondary_columns', `The file has no column ${missing}.`);
  const isTwice = new Set([main, ...indexes]).size !== indexes.length + 1;
  if (isTwice) return wrong('secondary_columns', 'A column can be used only once.');
  return indexes.length > MAX_SECONDARY_CONTACTS ? tooMany('secondary_columns') : indexes;
}

/** The column with a name, in any case and with any separators; -1 if missing. */
export function columnIndex(names: readonly string[], wanted: string): number {
  const exact = names.indexOf(wanted);
  return exact === -1 ? names.findIndex((name) => plain(name) === plain(wanted)) : exact;
}

/** `Phone Number`, `phone-number` and `PHONE_NUMBER` are one name; `Număr` is `numar`. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}
