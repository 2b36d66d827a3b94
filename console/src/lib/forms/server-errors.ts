import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../api/api-error.ts';

/**
 * Shows the server's validation errors at their fields and focuses the first.
 * @returns whether there were any; show other errors in an alert next to the form
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

/** Paths of a request equal those of its form. */
function asPath<Values extends FieldValues>(path: string): FieldPath<Values> {
  return path as FieldPath<Values>;
}
