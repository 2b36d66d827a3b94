import { type FieldPath, type RefCallBack, useController, useFormContext } from 'react-hook-form';
import { errorInLines } from '../../../../lib/forms/line-errors.ts';
import { errorAt, firstErrorIn } from '../../../../lib/forms/nest-errors.ts';
import type { AssistantValues } from './assistant-values.ts';

interface Setting {
  value: unknown;
  set: (value: unknown) => void;
  onBlur: () => void;
  /** For the element that gets the focus when the value is refused. */
  ref: RefCallBack;
  error: string | undefined;
  /** Of the value or of anything in it. */
  innerError: string | undefined;
}

/** One value of the assistant that is edited, by its path: `max_duration`, `tools.0.description`. */
export function useSetting(path: string): Setting {
  const { control } = useFormContext<AssistantValues>();
  const { field, formState } = useController({ control, name: asPath(path) });
  return {
    value: field.value,
    set: field.onChange,
    onBlur: field.onBlur,
    ref: field.ref,
    error: errorAt(formState.errors, path),
    innerError:
      errorInLines(formState.errors, path, linesIn(field.value)) ?? firstErrorIn(formState.errors, path),
  };
}

/** A list that is typed as lines; every other value has none. */
function linesIn(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.every((item) => typeof item === 'string') ? items : [];
}

/** Names of settings are checked where they are looked up: a wrong one finds nothing. */
function asPath(path: string): FieldPath<AssistantValues> {
  return path as FieldPath<AssistantValues>;
}
