/** A variable as edited: text, or JSON for other types. */
export interface VariableRow {
  name: string;
  value: string;
}

export function rowsOf(variables: Readonly<Record<string, unknown>>): VariableRow[] {
  return Object.entries(variables).map(([name, value]) => ({ name, value: textOf(value) }));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Variables of the rows. Untouched values keep their type, emptied ones become null, rows without a name are ignored.
 * @param before stored variables
 */
export function variablesOf(
  rows: readonly VariableRow[],
  before: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    rows.flatMap(({ name, value }) => {
      const trimmed = name.trim();
      if (trimmed === '') return [];
      const stored = Object.hasOwn(before, trimmed) ? before[trimmed] : undefined;
      if (stored !== undefined && textOf(stored) === value) return [[trimmed, stored] as const];
      return [[trimmed, value === '' ? null : value] as const];
    }),
  );
}

/** Only the changed variables; the server merges them. */
export function changedVariables(
  rows: readonly VariableRow[],
  before: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const entries = Object.entries(variablesOf(rows, before));
  return Object.fromEntries(
    entries.filter(([name, value]) => !Object.hasOwn(before, name) || before[name] !== value),
  );
}

/** `name: Ana, city: Cluj` */
export function variablesInLine(variables: Readonly<Record<string, unknown>>): string {
  return rowsOf(variables)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(', ');
}
