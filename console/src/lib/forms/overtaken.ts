import { normalizeInput } from '#contract/validation.ts';
import { isSame } from '../is-same.ts';

type Values = Readonly<Record<string, unknown>>;

interface Rebasing {
  /** The stored values that the form was last compared with. */
  before: Values;
  /** The values stored now. */
  stored: Values;
  /** The form's values. */
  now: Values;
  /** The values last sent to be saved. If the server returns them, nothing was changed elsewhere. */
  sent: Values | null;
  /** Fields that were overtaken before. */
  known: readonly string[];
}

/** Fields with unsaved changes that were changed elsewhere too. */
export function overtakenFields({ before, stored, now, sent, known }: Rebasing): string[] {
  return stillOvertaken(Object.keys(now), stored, now).filter(
    (name) =>
      known.includes(name) ||
      !(
        isAlike(before[name], now[name]) ||
        isAlike(before[name], stored[name]) ||
        (sent !== null && isAlike(sent[name], stored[name]))
      ),
  );
}

/** Fields with the stored value are no longer overtaken. */
export function stillOvertaken(names: readonly string[], stored: Values, now: Values): string[] {
  return names.filter((name) => !isAlike(stored[name], now[name]));
}

/** Compares as the server stores them, which trims text. */
function isAlike(one: unknown, other: unknown): boolean {
  return isSame(normalizeInput(one), normalizeInput(other));
}
