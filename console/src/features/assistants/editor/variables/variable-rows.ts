/** A variable while it is edited; several may have the same name for a moment. */
export type VariableRow = {
  key: number;
  name: string;
  /** Objects and lists as JSON. */
  value: string;
  /** Of a value that is no text: read back as JSON, so that it stays what it was. */
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

/** Rows without a name are left out; of rows with the same name the last one holds. */
export function variablesOf(rows: readonly VariableRow[]): Record<string, unknown> {
  const named = rows.filter(({ name }) => name.trim() !== '');
  return Object.fromEntries(named.map((row) => [row.name.trim(), valueIn(row)]));
}

/** What is wrong with a row's name; null: nothing. */
export function nameError(rows: readonly VariableRow[], row: VariableRow): string | null {
  const name = row.name.trim();
  if (name === '') return row.value === '' ? null : 'Give it a name.';
  if (/[{}|]/.test(name) || name.length > 64) return 'Use at most 64 characters, without { } and |.';
  if (rows.some((other) => other.key !== row.key && other.name.trim() === name)) {
    return 'There is another one of this name.';
  }
  return null;
}

/** What is wrong with the rows, by their places, as errors of a form: `variables.2.name`. */
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
