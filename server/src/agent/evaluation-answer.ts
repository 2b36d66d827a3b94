import { storableText } from '../core/storable.ts';
import { isJsonObject } from '../providers/spec/json.ts';

/** What an account wants to know of every conversation or call. */
export interface EvaluationField {
  name: string;
  type: 'string' | 'number' | 'bool';
  description: string;
}

/** Null: the transcript does not tell, or the model did not say it in the field's type. */
export type EvaluationValue = string | number | boolean | null;

/** What one answer of a model gives. */
export interface ReadAnswer {
  isObject: boolean;
  /** By name; only members that are there and of their field's type. */
  values: ReadonlyMap<string, EvaluationValue>;
  /** By name: what is wrong with the other members that are there. */
  problems: ReadonlyMap<string, string>;
}

export interface FilledForm {
  /** By name, in the order of the fields. */
  values: Map<string, EvaluationValue>;
  /** What is wrong, in words that a model can act on. */
  problems: string[];
}

/** Of one text value; what is longer is cut. */
const VALUE_CHARACTERS = 10_000;

/**
 * A model's answer as values of the form. Lenient where models are sloppy: a fence or words around the object,
 * "5" for a number, "true" for a bool, 5 for a string; a blank text is null.
 */
export function readAnswer(fields: readonly EvaluationField[], text: string): ReadAnswer {
  const answer = parseObject(text);
  const values = new Map<string, EvaluationValue>();
  const problems = new Map<string, string>();
  for (const { name, type } of fields) {
    if (answer === null || !Object.hasOwn(answer, name)) continue;
    const value = readValue(type, answer[name]);
    if (value === undefined) problems.set(name, `${name} must be of type ${type}, or null.`);
    else values.set(name, value);
  }
  return { isObject: answer !== null, values, problems };
}

/**
 * The form as one answer after the other fills it in: the last good value of each field counts, so that a later answer
 * spoils nothing of an earlier one. A member that every answer leaves out is null.
 * @param answers oldest first
 */
export function filledForm(fields: readonly EvaluationField[], answers: readonly ReadAnswer[]): FilledForm {
  if (!answers.some(({ isObject }) => isObject)) {
    return { values: unknownValues(fields), problems: ['The answer must be one JSON object.'] };
  }
  const given = new Map(answers.flatMap(({ values }) => [...values]));
  const wrong = new Map(answers.flatMap(({ problems }) => [...problems]));
  return {
    values: new Map(fields.map(({ name }) => [name, given.get(name) ?? null])),
    problems: fields.flatMap(({ name }) => (given.has(name) ? [] : (wrong.get(name) ?? []))),
  };
}

export function unknownValues(fields: readonly EvaluationField[]): Map<string, EvaluationValue> {
  return new Map(fields.map(({ name }) => [name, null]));
}

function parseObject(text: string): Record<string, unknown> | null {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start === -1 || end < start) return null;
  try {
    const value: unknown = JSON.parse(text.slice(start, end + 1));
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Undefined: not of this type. */
function readValue(type: EvaluationField['type'], given: unknown): EvaluationValue | undefined {
  const value = typeof given === 'string' ? given.trim() : given;
  if (value === null || value === undefined || value === '') return null;
  switch (type) {
    case 'string':
      return readText(value);
    case 'number':
      return readNumber(value);
    case 'bool':
      if (typeof value === 'boolean') return value;
      return value === 'true' ? true : value === 'false' ? false : undefined;
  }
}

function readText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? storableText(value.slice(0, VALUE_CHARACTERS)) : undefined;
}

function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
