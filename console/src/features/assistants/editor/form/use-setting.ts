import { type FieldPath, type RefCallBack, useController, useFormContext } from 'react-hook-form';
import { errorInLines } from '../../../../lib/forms/line-errors.ts';
import { errorAt, firstErrorIn } from '../../../../lib/forms/nest-errors.ts';
import type { AssistantValues } from './assistant-values.ts';

interface Setting {
  value: unknown;
  set: (value: unknown) => void;
  onBlur: () => void;
  /** For the element to focus when the value is invalid. */
  ref: RefCallBack;
  error: string | undefined;
  /** The first error of the value or of anything in it. */
  innerError: string | undefined;
}

/** One value of the assistant, by path: `max_duration`, `tools.0.description`. */
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

/** The strings of a string array; empty for other values. */
function linesIn(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.every((item) => typeof item === 'string') ? items : [];
}

/** Paths are plain strings here: an unknown path has no value. */
function asPath(path: string): FieldPath<AssistantValues> {
  return path as FieldPath<AssistantValues>;
}
