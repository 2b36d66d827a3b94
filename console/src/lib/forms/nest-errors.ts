import { type FieldValues, type FieldErrors as FormErrors, get, set } from 'react-hook-form';
import type { FieldErrors } from '#contract/validation.ts';

/**
 * Errors by dotted path (`post_call_schema.0.name`), as a form keeps them: nested like its values.
 * What is wrong with a list as a whole goes to its `root` where single items of it are broken too.
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

/** What is wrong at a path, in words: of the value, or of the list that it is. */
export function errorAt(errors: object, path: string): string | undefined {
  const found: unknown = get(errors, path);
  return messageOf(found) ?? messageOf(get(errors, `${path}.root`));
}

/** Whether anything is wrong at a path or below it. */
export function hasErrorIn(errors: object, path: string): boolean {
  return get(errors, path) !== undefined;
}

function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  return typeof error.message === 'string' ? error.message : undefined;
}

/** The first thing that is wrong at a path or below it, in words, for controls that hold a whole list or object. */
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
