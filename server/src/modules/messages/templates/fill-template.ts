import { looseName } from '#contract/render-variables.ts';
import type { CarrierTemplate } from '../../../providers/interfaces/messaging-carrier.ts';
import { valueProblem } from './template-values.ts';

/** A filled template, or the mismatch between values and placeholders. */
export type FilledTemplate =
  /** `values` by position; the first belongs to `{{1}}`. */
  { kind: 'filled'; values: string[]; text: string } | { kind: 'mismatch'; problem: string };

/** Null counts as an empty value. */
type Value = string | number | null;
type Given = Readonly<Record<string, Value>> | readonly Value[];

const PLACEHOLDER = /\{\{\s*([1-9]\d{0,2})\s*\}\}/g;

/**
 * Fills `{{1}}`, `{{2}}`, …: every position needs a value that fits its kind, and no value may be left over. Positions
 * are those in the text plus named ones, which the carrier may use in a button or an image URL.
 * @param given values by position (`"1"`) or name; arrays start at position 1
 */
export function fillTemplate(
  { bodyText, variables: names, parts }: Pick<CarrierTemplate, 'bodyText' | 'variables' | 'parts'>,
  given: Given,
): FilledTemplate {
  const wanted = positionsOf(bodyText, names.length);
  const byPosition = new Map<number, string>();
  for (const [key, value] of entriesOf(given)) {
    const position = positionOf(key, names, wanted);
    if (position === null) return { kind: 'mismatch', problem: `The template has no variable ${key}.` };
    const text = String(value ?? '');
    if ((byPosition.get(position) ?? text) !== text) {
      const problem = `Variable ${describePosition(position, names)} has two different values.`;
      return { kind: 'mismatch', problem };
    }
    byPosition.set(position, text);
  }
  const missing = wanted.find((position) => (byPosition.get(position) ?? '').trim() === '');
  if (missing !== undefined) {
    const problem = `The template needs a value for variable ${describePosition(missing, names)}.`;
    return { kind: 'mismatch', problem };
  }
  for (const position of wanted) {
    const wrong = valueProblem(parts?.kinds[position - 1] ?? 'text', byPosition.get(position) ?? '');
    if (wrong === null) continue;
    return { kind: 'mismatch', problem: `Variable ${describePosition(position, names)} ${wrong}` };
  }
  const textAt = (position: number): string => byPosition.get(position) ?? '';
  const values = Array.from({ length: wanted.at(-1) ?? 0 }, (_, index) => textAt(index + 1));
  return {
    kind: 'filled',
    values,
    text: bodyText.replace(PLACEHOLDER, (_all, position: string) => textAt(Number(position))),
  };
}

/** All positions, ascending: those in the text and the named ones. */
function positionsOf(bodyText: string, nameCount: number): number[] {
  const inText = [...bodyText.matchAll(PLACEHOLDER)].map(([, position]) => Number(position));
  const named = Array.from({ length: nameCount }, (_, index) => index + 1);
  return [...new Set([...inText, ...named])].sort((a, b) => a - b);
}

/** The highest placeholder number in a text. */
export function countPositions(bodyText: string): number {
  return positionsOf(bodyText, 0).at(-1) ?? 0;
}

function entriesOf(given: Given): (readonly [string, Value])[] {
  return Array.isArray(given)
    ? given.map((value, index) => [String(index + 1), value] as const)
    : Object.entries(given);
}

/**
 * Position of a key; null if unknown. A numeric key is a position, even if a name looks the same. Names match like those
 * of variables: exactly, or without regard to case, spaces and underscores.
 */
function positionOf(key: string, names: readonly string[], wanted: readonly number[]): number | null {
  if (/^[1-9]\d{0,2}$/.test(key) && wanted.includes(Number(key))) return Number(key);
  const exact = names.indexOf(key);
  const index = exact >= 0 ? exact : names.findIndex((name) => looseName(name) === looseName(key));
  return index >= 0 ? index + 1 : null;
}

function describePosition(position: number, names: readonly string[]): string {
  const name = names[position - 1];
  return name === undefined ? String(position) : `${position} (${name})`;
}
