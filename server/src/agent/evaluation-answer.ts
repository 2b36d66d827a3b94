import { storableText } from '../core/storable.ts';
import { isJsonObject } from '../providers/interfaces/json.ts';

/** A field that an account extracts from every conversation or call. */
export interface EvaluationField {
  name: string;
  type: 'string' | 'number' | 'bool';
  description: string;
}

/** Null if the transcript has no value, or if the model's value has the wrong type. */
export type EvaluationValue = string | number | boolean | null;

/** The parsed answer of one model call. */
export interface ReadAnswer {
  /** True if the text holds a JSON object with a field of the form. */
  isForm: boolean;
  /** By name; only valid members. */
  values: ReadonlyMap<string, EvaluationValue>;
  /** By name: errors of the invalid members. */
  problems: ReadonlyMap<string, string>;
}

export interface FilledForm {
  /** By name, in the order of the fields. */
  values: Map<string, EvaluationValue>;
  /** Descriptions that a model can act on. */
  problems: string[];
}

/** Limit of a text value; longer ones are truncated. */
const VALUE_CHARACTERS = 10_000;

/**
 * Parses a model's answer. Lenient where models are sloppy: a fence or prose around the object, "5" for a number,
 * "true" for a bool, 5 for a string. A blank text is null.
 */
export function readAnswer(fields: readonly EvaluationField[], text: string): ReadAnswer {
  const answer = findForm(fields, text);
  const values = new Map<string, EvaluationValue>();
  const problems = new Map<string, string>();
  for (const { name, type } of fields) {
    if (answer === null || !Object.hasOwn(answer, name)) continue;
    const value = readValue(type, answer[name]);
    if (value === undefined) problems.set(name, `${name} must be of type ${type}, or null.`);
    else values.set(name, value);
  }
  return { isForm: answer !== null, values, problems };
}

/**
 * Merges successive answers: the last valid value of each field counts, so that a later answer cannot spoil an earlier
 * one. A field that is missing from all answers is null, and a problem.
 * @param answers oldest first
 */
export function filledForm(fields: readonly EvaluationField[], answers: readonly ReadAnswer[]): FilledForm {
  if (!answers.some(({ isForm }) => isForm)) {
    return {
      values: unknownValues(fields),
      problems: ['The answer must be a single JSON object with the fields of the form.'],
    };
  }
  const given = new Map(answers.flatMap(({ values }) => [...values]));
  const wrong = new Map(answers.flatMap(({ problems }) => [...problems]));
  return {
    values: new Map(fields.map(({ name }) => [name, given.get(name) ?? null])),
    problems: fields.flatMap(({ name }) =>
      given.has(name)
        ? []
        : (wrong.get(name) ?? `${name} is missing; it must be null if the transcript does not say.`),
    ),
  };
}

export function unknownValues(fields: readonly EvaluationField[]): Map<string, EvaluationValue> {
  return new Map(fields.map(({ name }) => [name, null]));
}

const MAX_OBJECTS = 50;

/** Finds the form in an answer, even inside a fence, prose or another object. The last match wins; null if absent. */
function findForm(fields: readonly EvaluationField[], text: string): Record<string, unknown> | null {
  const objects = jsonObjects(text);
  const isForm = (object: Record<string, unknown>): boolean =>
    fields.some(({ name }) => Object.hasOwn(object, name));
  return (
    objects.findLast(isForm) ??
    objects.flatMap((object) => Object.values(object).filter(isJsonObject)).findLast(isForm) ??
    null
  );
}

/** The outermost JSON objects of a text, in order. */
function jsonObjects(text: string): Record<string, unknown>[] {
  const objects: Record<string, unknown>[] = [];
  let from = text.indexOf('{');
  for (let tries = 0; from !== -1 && tries < MAX_OBJECTS; tries += 1) {
    const end = closingBrace(text, from);
    const object = end === -1 ? null : parseObject(text.slice(from, end + 1));
    if (object !== null) objects.push(object);
    from = text.indexOf('{', object === null ? from + 1 : end);
  }
  return objects;
}

/** Index of the closing brace of the object that starts at `from`; -1 if it is unclosed. */
function closingBrace(text: string, from: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (isInString) {
      if (letter === '\\') at += 1;
      else if (letter === '"') isInString = false;
    } else if (letter === '"') isInString = true;
    else if (letter === '{') depth += 1;
    else if (letter === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Undefined if the value does not have this type. */
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
