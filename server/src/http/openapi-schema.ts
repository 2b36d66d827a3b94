import { z } from 'zod';

export type JsonObject = Record<string, unknown>;

/** A JSON Schema, and its references' targets: `#/$defs/<name>` refers to `definitions`. */
interface ConvertedSchema {
  schema: JsonObject;
  definitions: Record<string, JsonObject>;
}

type Registry = z.core.$ZodRegistry<z.core.GlobalMeta>;

/**
 * JSON Schema of a value. For coercing schemas it describes the output, because they accept any input. In a request, fields
 * with a default and optional fields are not required.
 */
export function convert(
  schema: z.ZodType,
  direction: 'request' | 'answer',
  registry: Registry = z.globalRegistry,
): ConvertedSchema {
  const { $defs = {}, properties = {} } = z.toJSONSchema(z.object({ root: schema }), {
    io: 'output',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    metadata: registry,
    override: ({ zodSchema, jsonSchema: part }) => {
      if (part.additionalProperties === false) delete part.additionalProperties;
      // Every JSON number that clients can represent; as limits they would only distract.
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      keepFlags(zodSchema, part);
      makePortable(part);
      liftDescription(part);
      if (direction === 'request' && zodSchema instanceof z.ZodObject) requireGiven(zodSchema, part);
    },
  });
  return { schema: asObject(properties['root']), definitions: mapValues($defs, asObject) };
}

function requireGiven(schema: z.ZodObject, part: z.core.JSONSchema.BaseSchema): void {
  const required = Object.keys(schema.shape).filter((name) => isRequired(schema.shape[name]));
  if (required.length > 0) part.required = required;
  else delete part.required;
}

/** Describes a nullable field as a whole, and not only its value. */
function liftDescription(part: z.core.JSONSchema.BaseSchema): void {
  for (const branch of part.anyOf ?? []) {
    if (branch.description === undefined || branch.type === 'null' || part.anyOf?.length !== 2) continue;
    part.description ??= branch.description;
    delete branch.description;
  }
}

/** True if a request must have the field. Asks the schema itself, since zod reports preprocessed fields as optional. */
export function isRequired(field: unknown): boolean {
  return field instanceof z.ZodType && !field.safeParse(undefined).success;
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function mapValues<From, To>(from: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, change(value)]));
}

/** Removes what only some validators know: zod's own formats, and classes that need the flag `u`. */
function makePortable(part: z.core.JSONSchema.BaseSchema): void {
  if (part.format === 'cidrv4' || part.format === 'cidrv6') delete part.format;
  if (part.pattern !== undefined) part.pattern = part.pattern.replaceAll('\\p{Cc}', CONTROL_CHARACTERS);
}

const CONTROL_CHARACTERS = String.raw`\u0000-\u001f\u007f-\u009f`;

/** JSON Schema patterns have no flags: case-insensitive ones are written with both cases. */
function keepFlags(schema: z.core.$ZodTypes, part: z.core.JSONSchema.BaseSchema): void {
  if (!(schema instanceof z.ZodString)) return;
  const patterns = (schema.def.checks ?? []).flatMap((check) => {
    const { pattern } = check instanceof z.core.$ZodCheckRegex ? check._zod.def : {};
    return pattern?.ignoreCase === true ? [pattern] : [];
  });
  for (const { source } of patterns) {
    for (const place of [part, ...(part.allOf ?? [])]) {
      if (place.pattern === source) place.pattern = withBothCases(source);
    }
  }
}

/** Source of a regular expression that needs no `i` flag to ignore the case of ASCII letters. */
export function withBothCases(source: string): string {
  let result = '';
  let isInClass = false;
  // A token is a class bracket, a range in a class, an escape, the head of a group, or a single character.
  for (const [token] of source.matchAll(TOKENS)) {
    if (token === '[') isInClass = true;
    if (token === ']') isInClass = false;
    result += isInClass ? inClass(token) : outsideClass(token);
  }
  return result;
}

const TOKENS =
  /\\(?:u[0-9a-f]{4}|u\{[^}]*\}|x[0-9a-f]{2}|[pPk][{<][^}>]*[}>]|c[a-z]|.)|\(\?(?:<(?![=!])[^>]*>)?|[a-z]-[a-z]|./gis;

function outsideClass(token: string): string {
  // Ranges exist only in classes. Elsewhere `a-z` is three characters.
  if (/^[a-z]-[a-z]$/i.test(token)) return [...token].map(outsideClass).join('');
  return /^[a-z]$/i.test(token) ? `[${token.toLowerCase()}${token.toUpperCase()}]` : token;
}

function inClass(token: string): string {
  if (!/^[a-z](?:-[a-z])?$/i.test(token)) return token;
  const [lower, upper] = [token.toLowerCase(), token.toUpperCase()];
  return token === lower || token === upper ? `${lower}${upper}` : `${token}${lower}${upper}`;
}
