/** Result columns of an export, in order. */
export const OUTCOMES = [
  ...(['id', 'phone_number', 'status', 'call_tries', 'retries', 'last_outcome', 'goal_met'] as const),
  ...(['last_call_id', 'last_called_at', 'talk_seconds', 'total_cost', 'created_at', 'updated_at'] as const),
] as const;

/** Missing in exports of earlier versions. */
export const EXTERNAL_ID = 'external_id';

const OF_CONTACTS = /^secondary_(phone_number|status|variables)_(\d+)$/;
const VARIABLE = 'variables.';

/** Column for variables without their own column, as JSON. */
export const MORE_VARIABLES = 'more_variables';

const OWN_COLUMNS: ReadonlySet<string> = new Set([...OUTCOMES, EXTERNAL_ID, MORE_VARIABLES]);

/** The column name of a variable, prefixed if it would collide with one of our columns. */
export function variableColumn(name: string): string {
  const isOurs = OWN_COLUMNS.has(name) || OF_CONTACTS.test(name);
  return isOurs || name.startsWith(VARIABLE) || name.trim() === '' ? `${VARIABLE}${name}` : name;
}

/** Columns of an export by index, for re-import. */
export interface ExportColumns {
  phoneNumber: number;
  contacts: readonly { phoneNumber: number; variables: number | null }[];
  variables: readonly { index: number; name: string }[];
  externalId: number | null;
  /** Null if every variable has a column. */
  moreVariables: number | null;
}

/** Null if the header is not one of our exports. */
export function exportColumns(names: readonly string[]): ExportColumns | null {
  if (OUTCOMES.some((own) => !names.includes(own))) return null;
  const indexOf = (name: string): number | null => (names.includes(name) ? names.indexOf(name) : null);
  const variables = names.flatMap((name, index) =>
    OWN_COLUMNS.has(name) || OF_CONTACTS.test(name) || name === ''
      ? []
      : [{ index, name: name.startsWith(VARIABLE) ? name.slice(VARIABLE.length) : name }],
  );
  return {
    phoneNumber: names.indexOf('phone_number'),
    contacts: contactsOf(names),
    variables,
    externalId: indexOf(EXTERNAL_ID),
    moreVariables: indexOf(MORE_VARIABLES),
  };
}

function contactsOf(names: readonly string[]): ExportColumns['contacts'] {
  return names
    .flatMap((name, index) => {
      const [, kind, position = ''] = OF_CONTACTS.exec(name) ?? [];
      return kind === 'phone_number' ? [{ index, position }] : [];
    })
    .sort((one, other) => Number(one.position) - Number(other.position))
    .map(({ index, position }) => {
      const variables = names.indexOf(`secondary_variables_${position}`);
      return { phoneNumber: index, variables: variables === -1 ? null : variables };
    });
}
