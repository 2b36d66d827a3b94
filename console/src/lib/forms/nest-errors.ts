import { type FieldValues, type FieldErrors as FormErrors, get, set } from 'react-hook-form';
import type { FieldErrors } from '#contract/validation.ts';

/**
 * Nests errors by dotted path (`post_call_schema.0.name`) like the form's values.
 * The error of a list goes to its `root` when items have errors too.
 */
export function nestErrors<Values extends FieldValues>(fields: FieldErrors): FormErrors<Values> {
  const errors: FormErrors<Values> = {};
  const paths = Object.keys(fields).sort();
  for (const path of paths) {
    const message = fields[path]?.[0];
    if (message === undefined) continue;
    const isParent = paths.some((other) => other.startsWith(`${path}.`));
    set(errors, isParent ? `${path}.root` : path, { type: 'contract', message });
  }
  return errors;
}

/** The error at a path: of the value, or of the list. */
export function errorAt(errors: object, path: string): string | undefined {
  const found: unknown = get(errors, path);
  return messageOf(found) ?? messageOf(get(errors, `${path}.root`));
}

/** Whether there is an error at a path or below. */
export function hasErrorIn(errors: object, path: string): boolean {
  return get(errors, path) !== undefined;
}

function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  return typeof error.message === 'string' ? error.message : undefined;
}

/** The first error at a path or below, for controls that edit a whole list or object. */
export function firstErrorIn(errors: object, path: string): string | undefined {
  return firstMessage(get(errors, path));
}

function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const own = messageOf(error);
  if (own !== undefined) return own;
  for (const inner of Object.values(error)) {
    const message = firstMessage(inner);
    if (message !== undefined) return message;
  }
  return undefined;
}
