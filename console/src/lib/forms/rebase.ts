import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isSame } from '../is-same.ts';

/**
 * Takes over what is stored; what somebody has changed since `before` stays as it is, and is still to be saved.
 *
 * @param before what the form was compared with until now, or what was sent to be stored
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

/**
 * Puts values into the form as if they had been typed. Not by setValue: after a reset it does not tell lists of rows,
 * which would go on showing what is stored.
 */
export function keepChanges<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  values: Values,
): void {
  form.reset(values, { keepDefaultValues: true });
  // All of it: of a setting of several parts, told by name, what is wrong within would get lost right after a reset.
  void form.trigger();
}
