import { isVariableName } from '#contract/render-variables.ts';
import { t } from '../../../../lib/i18n/t.ts';

/** A variable being edited; names may be duplicated temporarily. */
export type VariableRow = {
  key: number;
  name: string;
  /** JSON for objects and lists. */
  value: string;
  /** The stored value is not text, so the text is parsed as JSON to keep its type. */
  isJson: boolean;
};

export function rowsOf(variables: Record<string, unknown>): VariableRow[] {
  return Object.entries(variables).map(([name, value], key) => ({
    key,
    name,
    value: typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value),
    isJson: typeof value !== 'string' && value !== null,
  }));
}

/** Rows without a name are dropped; the last of rows with the same name wins. */
export function variablesOf(rows: readonly VariableRow[]): Record<string, unknown> {
  const named = rows.filter(({ name }) => name.trim() !== '');
  return Object.fromEntries(named.map((row) => [row.name.trim(), valueIn(row)]));
}

/** The error of a row's name; null when it is valid. */
export function nameError(rows: readonly VariableRow[], row: VariableRow): string | null {
  const name = row.name.trim();
  if (name === '') return row.value === '' ? null : t('Enter a name.');
  if (!isVariableName(name)) return t('Use at most 64 characters, without { } and |.');
  if (rows.some((other) => other.key !== row.key && other.name.trim() === name)) {
    return t('This name is already used.');
  }
  return null;
}

/** Form errors of the rows by path: `variables.2.name`. */
export function rowErrors(rows: readonly VariableRow[]): Record<string, string[]> {
  const found = rows.map((row, index) => [`variables.${index}.name`, nameError(rows, row)] as const);
  return Object.fromEntries(found.flatMap(([path, text]) => (text === null ? [] : [[path, [text]]])));
}

function valueIn({ value, isJson }: VariableRow): unknown {
  if (value === '') return null;
  if (!isJson) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
