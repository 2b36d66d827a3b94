/** What became of a lead, in the order in which an export has it. */
export const OUTCOMES = [
  ...(['id', 'phone_number', 'status', 'call_tries', 'retries', 'last_outcome', 'goal_met'] as const),
  ...(['last_call_id', 'last_called_at', 'talk_seconds', 'total_cost', 'created_at', 'updated_at'] as const),
] as const;

const OF_CONTACTS = /^secondary_(phone_number|status|variables)_(\d+)$/;
const VARIABLE = 'variables.';

/** The column of a variable; one that is named like a column of ours says that it is one. */
export function variableColumn(name: string): string {
  const isOurs = OUTCOMES.some((own) => own === name) || OF_CONTACTS.test(name);
  return isOurs || name.startsWith(VARIABLE) || name.trim() === '' ? `${VARIABLE}${name}` : name;
}

/** The columns of an export, by index, as an import wants them. */
export interface ExportColumns {
  phoneNumber: number;
  contacts: readonly { phoneNumber: number; variables: number | null }[];
  variables: readonly { index: number; name: string }[];
}

/** Null: the first row of a file is not the one of an export. */
export function exportColumns(names: readonly string[]): ExportColumns | null {
  if (OUTCOMES.some((own) => !names.includes(own))) return null;
  const own = new Set<string>(OUTCOMES);
  const variables = names.flatMap((name, index) =>
    own.has(name) || OF_CONTACTS.test(name) || name === ''
      ? []
      : [{ index, name: name.startsWith(VARIABLE) ? name.slice(VARIABLE.length) : name }],
  );
  return { phoneNumber: names.indexOf('phone_number'), contacts: contactsOf(names), variables };
}

function contactsOf(names: readonly string[]): ExportColumns['contacts'] {
  return names
    .flatMap((name, index) => {
      const [, kind, place = ''] = OF_CONTACTS.exec(name) ?? [];
      return kind === 'phone_number' ? [{ index, place }] : [];
    })
    .sort((one, other) => Number(one.place) - Number(other.place))
    .map(({ index, place }) => {
      const variables = names.indexOf(`secondary_variables_${place}`);
      return { phoneNumber: index, variables: variables === -1 ? null : variables };
    });
}
