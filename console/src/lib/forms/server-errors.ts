import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../api/api-error.ts';

/**
 * Puts what the server refused at its fields, in its words; the first of them gets the focus.
 *
 * @returns whether the refusal was a matter of fields; another one belongs into an alert beside the form
 */
export function showServerErrors<Values extends FieldValues, Context, Sent>(
  form: UseFormReturn<Values, Context, Sent>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const fields = Object.entries(error.fields);
  for (const [index, [path, texts]] of fields.entries()) {
    const refusal = { type: 'server', message: texts[0] ?? error.message };
    form.setError(asPath<Values>(path), refusal, { shouldFocus: index === 0 });
  }
  return fields.length > 0;
}

/** Paths of a request are those of the form that it was made from. */
function asPath<Values extends FieldValues>(path: string): FieldPath<Values> {
  return path as FieldPath<Values>;
}
