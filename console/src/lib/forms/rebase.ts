import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isSame } from '../is-same.ts';

/**
 * Updates a form to the stored values and keeps changes made since `before`, which stay unsaved.
 * @param before the values that the form was compared with, or the values sent to be stored
 */
export function rebase<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  before: Values,
  stored: Values,
): void {
  const now = structuredClone(form.getValues());
  const changed = Object.keys(now).filter((name) => !isSame(before[name], now[name]));
  form.reset(stored);
  if (changed.length === 0) return;
  const mine = Object.fromEntries(changed.map((name) => [name, now[name]]));
  keepChanges(form, { ...stored, ...mine });
}

/** Sets values as if typed. Uses `reset`, because after a reset `setValue` does not update lists of rows. */
export function keepChanges<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  values: Values,
): void {
  form.reset(values, { keepDefaultValues: true });
  // Validate all fields: validating a nested field by name right after a reset loses its inner errors.
  void form.trigger();
}
