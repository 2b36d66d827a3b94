import { z } from 'zod';
import { describeIssue } from './validation-messages.ts';

/** Broken rules by field; nested fields are written with dots (`post_call_schema.0.name`). */
export type FieldErrors = Record<string, string[]>;

export type Validated<Output> =
  | { ok: true; value: Output }
  | {
      ok: false;
      fields: FieldErrors;
      /** The top-level fields that hold, so that rules between fields can still be checked. */
      partial: Partial<Output>;
    };

/** Far more than any field needs, far less than what a stack or a JSON column holds. */
const MAX_DEPTH = 64;

export class TooDeepError extends Error {
  constructor() {
    super(`The request is nested deeper than ${MAX_DEPTH} levels.`);
    this.name = 'TooDeepError';
  }
}

/**
 * Strings are trimmed and empty ones count as null, at every depth, before any rule is checked.
 * Values that are no JSON containers pass as they are. Throws a `TooDeepError`.
 */
export function normaliseInput(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    const trimmed = value.trim();
    return trimmed === '' ? null : trimmed;
  }
  if (depth > MAX_DEPTH) throw new TooDeepError();
  if (Array.isArray(value)) return value.map((inner) => normaliseInput(inner, depth + 1));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, normaliseInput(inner, depth + 1)]),
  );
}

/** Checks normalised input against an object schema and reports every broken rule in words. */
export function validate<Schema extends z.ZodObject>(
  schema: Schema,
  input: unknown,
): Validated<z.output<Schema>> {
  const object = isPlainObject(input) ? input : {};
  const fields: FieldErrors = {};
  // Fields that the schema does not know are ignored, whatever they hold.
  for (const name of Object.keys(schema.shape)) findUnstorableText(object[name], [name], fields);
  const result = schema.safeParse(object, { reportInput: true });
  if (result.success && Object.keys(fields).length === 0) return { ok: true, value: result.data };
  for (const issue of result.error?.issues ?? []) addIssue(fields, issue);
  return { ok: false, fields, partial: asPartial(schema, object, fields) };
}

function addIssue(fields: FieldErrors, issue: z.core.$ZodIssue): void {
  const path = issue.path.map(String).join('.');
  const texts = fields[path] ?? [];
  const text = describeIssue(issue, path);
  if (!texts.includes(text)) fields[path] = [...texts, text];
}

/** What holds of an input that is broken elsewhere. */
function asPartial<Schema extends z.ZodObject>(
  schema: Schema,
  input: Record<string, unknown>,
  fields: FieldErrors,
): Partial<z.output<Schema>> {
  const broken = new Set(Object.keys(fields).map((path) => path.split('.')[0] ?? path));
  const entries = Object.entries(schema.shape).flatMap(([name, field]) => {
    if (broken.has(name) || !(field instanceof z.ZodType)) return [];
    const parsed = field.safeParse(input[name]);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(entries) as Partial<z.output<Schema>>;
}

/** PostgreSQL stores neither NUL characters nor halves of surrogate pairs. */
function findUnstorableText(value: unknown, path: readonly string[], fields: FieldErrors): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) {
      const name = path.join('.');
      fields[name] = [`The ${name} field contains characters that cannot be stored.`];
    }
  } else if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) findUnstorableText(inner, [...path, String(index)], fields);
  } else if (isPlainObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      findUnstorableText(key, [...path, 'key'], fields);
      findUnstorableText(inner, [...path, key], fields);
    }
  }
}

/** Both sides' texts; a field that is broken in both keeps each text once. */
export function mergeFieldErrors(...all: FieldErrors[]): FieldErrors {
  const merged = new Map<string, Set<string>>();
  for (const [field, texts] of all.flatMap((errors) => Object.entries(errors))) {
    merged.set(field, new Set([...(merged.get(field) ?? []), ...texts]));
  }
  return Object.fromEntries([...merged].map(([field, texts]) => [field, [...texts]]));
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
