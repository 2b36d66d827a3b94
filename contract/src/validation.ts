import { z } from 'zod';
import { describeIssue } from './validation-messages.ts';

/** Error messages by field. Nested fields are written with dots (`post_call_schema.0.name`). */
export type FieldErrors = Record<string, string[]>;

export type Validated<Output> =
  | { ok: true; value: Output }
  | {
      ok: false;
      fields: FieldErrors;
      /** The valid fields, so that rules between fields and about other objects can still be checked. */
      partial: Holding<Output>;
    };

/** A partly valid value: invalid members are missing, invalid items are undefined. */
export type Holding<Value> = { [Name in keyof Value]?: HoldingPart<Value[Name]> };

type HoldingPart<Value> = Value extends readonly (infer Item)[]
  ? ((Item extends object ? Holding<Item> : Item) | undefined)[]
  : Value;

/**
 * Trims strings and turns empty ones into null at every depth, before any rule is checked. Returns unchanged values and
 * values other than arrays and plain objects as the same reference. The transport limits the nesting depth.
 */
export function normalizeInput(value: unknown): unknown {
  if (typeof value === 'string') {
    const trimmed = value.trim();
    return trimmed === '' ? null : trimmed;
  }
  if (Array.isArray(value)) return normalizeItems(value);
  return isPlainObject(value) ? normalizeMembers(value) : value;
}

function normalizeItems(items: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (const [index, item] of items.entries()) {
    const normal = normalizeInput(item);
    if (normal === item) continue;
    copy ??= [...items];
    copy[index] = normal;
  }
  return copy ?? items;
}

function normalizeMembers(object: Record<string, unknown>): Record<string, unknown> {
  const changed = new Map<string, unknown>();
  for (const key of Object.keys(object)) {
    const normal = normalizeInput(object[key]);
    if (normal !== object[key]) changed.set(key, normal);
  }
  if (changed.size === 0) return object;
  // Define instead of assigning, because a member may be called __proto__.
  return Object.fromEntries(
    Object.entries(object).map(([key, inner]) => [key, changed.has(key) ? changed.get(key) : inner]),
  );
}

/** Validates normalized input against an object schema and reports every error as a sentence. */
export function validate<Schema extends z.ZodObject>(
  schema: Schema,
  input: unknown,
): Validated<z.output<Schema>> {
  const object = isPlainObject(input) ? input : {};
  const fields: FieldErrors = {};
  // Fields outside the schema are ignored.
  for (const name of Object.keys(schema.shape)) {
    if (!isStorable(object[name])) findUnstorableText(object[name], [name], fields);
  }
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

/** The issues of the only union option whose type matches the value; null if none or several match. */
function issuesOfChosenOption(options: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue[] | null {
  const fitting = options.filter(
    (issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** The valid part of an invalid input. */
function asPartial<Schema extends z.ZodObject>(
  schema: Schema,
  input: Record<string, unknown>,
  fields: FieldErrors,
): Holding<z.output<Schema>> {
  const broken = new Set(Object.keys(fields));
  const around = new Set<string>();
  for (const path of broken) {
    for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
      const outer = path.slice(0, end);
      if (around.has(outer)) break;
      around.add(outer);
    }
  }
  return holdingMembers(schema, input, { path: '', broken, around }) as Holding<z.output<Schema>>;
}

interface Place {
  /** Path of the value with a trailing dot; empty for the whole request. */
  path: string;
  /** Paths of all invalid values. */
  broken: ReadonlySet<string>;
  /** Paths of containers with an invalid value inside. */
  around: ReadonlySet<string>;
}

function holdingMembers(schema: z.ZodObject, input: object, place: Place): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(input));
  const entries = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value = holdingPart(field, values.get(name), { ...place, path: `${place.path}${name}` });
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** Items keep their indexes, so that later errors name the right item. */
function holdingPart(schema: unknown, input: unknown, place: Place): unknown {
  if (!(schema instanceof z.ZodType)) return undefined;
  const { path, broken, around } = place;
  const inner = `${path}.`;
  if (!broken.has(path) && !around.has(path)) return schema.safeParse(input).data;
  const plain = withoutWrappers(schema);
  if (Array.isArray(input)) {
    if (!(plain instanceof z.ZodArray) || broken.has(path)) return undefined;
    return input.map((item, index) =>
      holdingPart(plain.element, item, { ...place, path: `${inner}${index}` }),
    );
  }
  if (!isPlainObject(input)) return undefined;
  const object = plain instanceof z.ZodDiscriminatedUnion ? chosenOption(plain, input) : plain;
  return object instanceof z.ZodObject ? holdingMembers(object, input, { ...place, path: inner }) : undefined;
}

function withoutWrappers(schema: z.ZodType): unknown {
  let plain: unknown = schema;
  while (plain instanceof z.ZodOptional || plain instanceof z.ZodNullable || plain instanceof z.ZodDefault) {
    plain = plain.unwrap();
  }
  return plain;
}

/** The union member that the input's discriminator selects. */
function chosenOption(union: z.ZodDiscriminatedUnion, input: Record<string, unknown>): unknown {
  const { discriminator, options } = union.def;
  return options.find((option) => {
    const field: unknown = option instanceof z.ZodObject ? option.shape[discriminator] : undefined;
    return field instanceof z.ZodType && field.safeParse(input[discriminator]).success;
  });
}

/** PostgreSQL cannot store NUL characters or lone surrogates. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\u0000') && value.isWellFormed();
  if (Array.isArray(value)) return value.every(isStorable);
  if (!isPlainObject(value)) return true;
  return Object.keys(value).every((key) => isStorable(key) && isStorable(value[key]));
}

/** Reports fields that cannot be stored. */
function findUnstorableText(value: unknown, path: readonly string[], fields: FieldErrors): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) {
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

/** Merges two sets of errors; duplicate messages of a field are kept once. */
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
