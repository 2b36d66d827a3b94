/** What became of a lead, in the order in which an export has it. */
export const OUTCOMES = [
  ...(['id', 'phone_number', 'status', 'call_tries', 'retries', 'last_outcome', 'goal_met'] as const),
  ...(['last_call_id', 'last_called_at', 'talk_seconds', 'total_cost', 'created_at', 'updated_at'] as const),
] as const;

const OF_CONTACTS = /^secondary_(phone_number|status|variables)_(\d+)$/;
const VARIABLE = 'variables.';

/** Variables of a lead that have no column of their own, as JSON. */
export const MORE_VARIABLES = 'more_variables';

/** The column of a variable; one that is named like a column of ours says that it is one. */
export function variableColumn(name: string): string {
  const isOurs = OUTCOMES.some((own) => own === name) || OF_CONTACTS.test(name) || name === MORE_VARIABLES;
  return isOurs || name.startsWith(VARIABLE) || name.trim() === '' ? `${VARIABLE}${name}` : name;
}

/** The columns of an export, by index, as an import wants them. */
export interface ExportColumns {
  phoneNumber: number;
  contacts: readonly { phoneNumber: number; variables: number | null }[];
  variables: readonly { index: number; name: string }[];
  /** Null: each variable has a column. */
  moreVariables: number | null;
}

/** Null: the first row of a file is not the one of an export. */
export function exportColumns(names: readonly string[]): ExportColumns | null {
  if (OUTCOMES.some((own) => !names.includes(own))) return null;
  const own = new Set<string>([...OUTCOMES, MORE_VARIABLES]);
  const more = names.indexOf(MORE_VARIABLES);
  const variables = names.flatMap((name, index) =>
    own.has(name) || OF_CONTACTS.test(name) || name === ''
      ? []
      : [{ index, name: name.startsWith(VARIABLE) ? name.slice(VARIABLE.length) : name }],
  );
  return {
    ...{ phoneNumber: names.indexOf('phone_number'), contacts: contactsOf(names), variables },
    moreVariables: more === -1 ? null : more,
  };
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
