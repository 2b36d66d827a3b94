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

export interface ReadAnswer {
  /** By name, in the order of the fields. */
  values: Map<string, EvaluationValue>;
  /** What is wrong, in words that a model can act on. */
  problems: string[];
}

/** Of one text value; what is longer is cut. */
const VALUE_CHARACTERS = 10_000;

/**
 * A model's answer as values of the form. Lenient where models are sloppy: a fence or words around the object,
 * "5" for a number, "true" for a bool, 5 for a string; a blank text and a missing member are null.
 */
export function readAnswer(fields: readonly EvaluationField[], text: string): ReadAnswer {
  const answer = parseObject(text);
  if (answer === null) {
    return { values: unknownValues(fields), problems: ['The answer must be one JSON object.'] };
  }
  const problems: string[] = [];
  const values = fields.map((field): [string, EvaluationValue] => {
    const given = Object.hasOwn(answer, field.name) ? answer[field.name] : null;
    const value = readValue(field.type, given);
    if (value === undefined) problems.push(`${field.name} must be of type ${field.type}, or null.`);
    return [field.name, value ?? null];
  });
  return { values: new Map(values), problems };
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
