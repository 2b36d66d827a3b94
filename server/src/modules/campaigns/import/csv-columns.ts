import { MAX_SECONDARY_CONTACTS } from '#contract/leads.ts';
import type { FieldErrors } from '#contract/validation.ts';
import { UNREADABLE } from './csv-text.ts';
import { type ExportColumns, exportColumns } from './export-columns.ts';
import { plainCell } from './safe-cell.ts';

/** The role of each column, by index. */
export interface CsvColumns {
  phoneNumber: number;
  /** In dialing order. */
  secondary: readonly number[];
  /** JSON variables columns, parallel to `secondary`; empty unless the file is an export of ours. */
  secondaryVariables: readonly (number | null)[];
  /** True if the file was exported by Parley, which escapes cells that look like formulas. */
  isExport: boolean;
  variables: readonly { index: number; name: string }[];
  /** Column of further variables as JSON; null unless the file is an export of ours. */
  moreVariables: number | null;
}

/** Column names given by the client; null to detect them. */
export interface GivenColumns {
  phone: string | null;
  secondary: readonly string[] | null;
}

const PHONE_NAMES = new Set([
  'phone_number',
  'phonenumber',
  'phone',
  'number',
  'telephone',
  'tel',
  'mobile',
  'mobile_phone',
  'telefon',
  'telefonnummer',
  'numar',
  'numar_de_telefon',
  'telefono',
  'telephone_number',
]);

const SECONDARY_NAME =
  /^(?:secondary_)?(?:phone|phone_number|contact)_?(\d+)$|^secondary_(?:phone|phone_number|contact)$/;

export type ReadColumns = { ok: true; columns: CsvColumns } | { ok: false; errors: FieldErrors };

/** Interprets the header row. */
export function readColumns(header: readonly string[], given: GivenColumns): ReadColumns {
  // A space after the closing quote leaves the quotes in the name.
  const names = header.map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
  const repeated = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (repeated !== undefined) return wrong('file', `The file has several columns named ${repeated}.`);
  if (names.some((name) => name.includes(UNREADABLE))) {
    return wrong(
      'file',
      'The header has bytes that are invalid in the charset of the file: specify the charset.',
    );
  }
  const isFree = given.phone === null && given.secondary === null;
  const exported = isFree ? exportColumns(names.map(plainCell)) : null;
  if (exported !== null && exported.contacts.length > MAX_SECONDARY_CONTACTS) return tooMany('file');
  if (exported !== null) return { ok: true, columns: ofExport(exported) };
  const phoneNumber = phoneColumn(names, given.phone);
  if (typeof phoneNumber !== 'number') return phoneNumber;
  const secondary = secondaryColumns(names, phoneNumber, given.secondary);
  if (!Array.isArray(secondary)) return secondary;
  const taken = new Set([phoneNumber, ...secondary]);
  const variables = names.flatMap((name, index) =>
    taken.has(index) || name === '' || name === '__proto__' ? [] : [{ index, name: name.slice(0, 255) }],
  );
  return {
    ok: true,
    columns: {
      phoneNumber,
      secondary,
      secondaryVariables: [],
      variables,
      moreVariables: null,
      isExport: false,
    },
  };
}

function ofExport({ phoneNumber, contacts, variables, moreVariables }: ExportColumns): CsvColumns {
  return {
    phoneNumber,
    moreVariables,
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

function phoneColumn(names: readonly string[], given: string | null): number | Wrong {
  if (given !== null) {
    const index = indexOf(names, given);
    return index === -1 ? wrong('phone_column', `The file has no column ${given}.`) : index;
  }
  // The exact name takes precedence over synonyms.
  const index = names.findIndex((name) => plain(name) === 'phone_number');
  const alike = index === -1 ? names.findIndex((name) => PHONE_NAMES.has(plain(name))) : index;
  if (alike !== -1) return alike;
  return wrong(
    'file',
    'The first row must name the columns. Name one of them Phone or similar, or specify the column with the phone numbers.',
  );
}

function secondaryColumns(
  names: readonly string[],
  phoneNumber: number,
  given: readonly string[] | null,
): number[] | Wrong {
  if (given !== null) {
    const indexes = given.map((name) => indexOf(names, name));
    const missing = given[indexes.indexOf(-1)];
    if (missing !== undefined) return wrong('secondary_columns', `The file has no column ${missing}.`);
    const isTwice = new Set([phoneNumber, ...indexes]).size !== indexes.length + 1;
    if (isTwice) return wrong('secondary_columns', 'A column can be used only once.');
    return indexes.length > MAX_SECONDARY_CONTACTS ? tooMany('secondary_columns') : indexes;
  }
  const found = names
    .map((name, index) => ({ index, order: SECONDARY_NAME.exec(plain(name)) }))
    .filter(({ index, order }) => order !== null && index !== phoneNumber);
  if (found.length > MAX_SECONDARY_CONTACTS) return tooMany('file');
  return found
    .sort((a, b) => Number(a.order?.[1] ?? 0) - Number(b.order?.[1] ?? 0))
    .map(({ index }) => index);
}

function indexOf(names: readonly string[], wanted: string): number {
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
