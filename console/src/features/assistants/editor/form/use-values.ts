import { useFormContext, useWatch } from 'react-hook-form';
import type { AssistantValues, FieldName } from './assistant-values.ts';

/** The current values of some fields, kept up to date. */
export function useValues<Name extends FieldName>(names: readonly Name[]): Pick<AssistantValues, Name> {
  const { control } = useFormContext<AssistantValues>();
  const values: unknown = useWatch({ control, name: [...names] });
  const list: readonly unknown[] = Array.isArray(values) ? values : [];
  return asPart<Name>(Object.fromEntries(names.map((name, index) => [name, list[index]])));
}

/** The values come from the form, so they have the types of its fields. */
function asPart<Name extends FieldName>(part: object): Pick<AssistantValues, Name> {
  return part as Pick<AssistantValues, Name>;
}
