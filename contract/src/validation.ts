import { z } from 'zod';
import { describeIssue } from './validation-messages.ts';

/** Broken rules by field; nested fields are written with dots (`post_call_schema.0.name`). */
export type FieldErrors = Record<string, string[]>;

export type Validated<Output> =
  | { ok: true; value: Output }
  | {
      ok: false;
      fields: FieldErrors;
      /** What holds, so that rules between fields and about other objects can still be checked. */
      partial: Holding<Output>;
    };

/** A value that may be broken in places: members that do not hold are missing, items that do not are undefined. */
export type Holding<Value> = { [Name in keyof Value]?: HoldingPart<Value[Name]> };

type HoldingPart<Value> = Value extends readonly (infer Item)[]
  ? ((Item extends object ? Holding<Item> : Item) | undefined)[]
  : Value;

/**
 * Strings are trimmed and empty ones count as null, at every depth, before any rule is checked.
 * Values that are no JSON containers pass as they are. The transport bounds how deep they nest.
 */
export function normaliseInput(value: unknown): unknown {
  if (typeof value === 'string') {
    const trimmed = value.trim();
    return trimmed === '' ? null : trimmed;
  }
  if (Array.isArray(value)) return value.map(normaliseInput);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, normaliseInput(inner)]));
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
  const chosen = issue.code === 'invalid_union' ? issuesOfChosenOption(issue.errors) : null;
  if (chosen !== null) {
    for (const inner of chosen) addIssue(fields, { ...inner, path: [...issue.path, ...inner.path] });
    return;
  }
  const path = issue.path.map(String).join('.');
  const texts = fields[path] ?? [];
  const text = describeIssue(issue, path);
  if (!texts.includes(text)) fields[path] = [...texts, text];
}

/** What is wrong within the one option whose kind of value it is; null: none is, or several are. */
function issuesOfChosenOption(options: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue[] | null {
  const fitting = options.filter(
    (issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** What holds of an input that is broken elsewhere. */
function asPartial<Schema extends z.ZodObject>(
  schema: Schema,
  input: Record<string, unknown>,
  fields: FieldErrors,
): Holding<z.output<Schema>> {
  const paths = Object.keys(fields);
  return holdingMembers(schema, input, { path: '', paths }) as Holding<z.output<Schema>>;
}

interface Place {
  /** Of the value, with a dot at its end; empty for the whole request. */
  path: string;
  /** Of everything broken. */
  paths: readonly string[];
}

function holdingMembers(schema: z.ZodObject, input: object, place: Place): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(input));
  const entries = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value = holdingPart(field, values.get(name), { ...place, path: `${place.path}${name}` });
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** Items keep their places, so that what is said of them later names the right one. */
function holdingPart(schema: unknown, input: unknown, { path, paths }: Place): unknown {
  if (!(schema instanceof z.ZodType)) return undefined;
  const inner = `${path}.`;
  if (!paths.some((broken) => broken === path || broken.startsWith(inner))) {
    return schema.safeParse(input).data;
  }
  const plain = withoutWrappers(schema);
  if (Array.isArray(input)) {
    if (!(plain instanceof z.ZodArray) || paths.includes(path)) return undefined;
    return input.map((item, index) => holdingPart(plain.element, item, { path: `${inner}${index}`, paths }));
  }
  if (!isPlainObject(input)) return undefined;
  const object = plain instanceof z.ZodDiscriminatedUnion ? chosenOption(plain, input) : plain;
  return object instanceof z.ZodObject ? holdingMembers(object, input, { path: inner, paths }) : undefined;
}

function withoutWrappers(schema: z.ZodType): unknown {
  let plain: unknown = schema;
  while (plain instanceof z.ZodOptional || plain instanceof z.ZodNullable || plain instanceof z.ZodDefault) {
    plain = plain.unwrap();
  }
  return plain;
}

/** The member of a union that the input's own discriminator selects. */
function chosenOption(union: z.ZodDiscriminatedUnion, input: Record<string, unknown>): unknown {
  const { discriminator, options } = union.def;
  return options.find((option) => {
    const field: unknown = option instanceof z.ZodObject ? option.shape[discriminator] : undefined;
    return field instanceof z.ZodType && field.safeParse(input[discriminator]).success;
  });
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
