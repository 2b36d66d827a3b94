import { normaliseInput } from '#contract/validation.ts';
import { isSame } from '../is-same.ts';

type Values = Readonly<Record<string, unknown>>;

interface Rebasing {
  /** What the form was compared with until now. */
  before: Values;
  /** What is stored now. */
  stored: Values;
  /** What stands in the form. */
  now: Values;
  /** What this form sent last: where it comes back, nobody else changed anything. */
  sent: Values | null;
  /** Overtaken by earlier changes. */
  known: readonly string[];
}

/** The fields that somebody else has changed while other values of theirs, not saved yet, stand in the form. */
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

/** What was taken over, or came to the same, is not overtaken any more. */
export function stillOvertaken(names: readonly string[], stored: Values, now: Values): string[] {
  return names.filter((name) => !isAlike(stored[name], now[name]));
}

/** The server trims what it is sent. */
function isAlike(one: unknown, other: unknown): boolean {
  return isSame(normaliseInput(one), normaliseInput(other));
}
