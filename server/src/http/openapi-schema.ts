import { z } from 'zod';

export type JsonObject = Record<string, unknown>;

/** Schema of a request: fields with a default and optional fields are not required. */
export function requestSchema(schema: z.ZodType): JsonObject {
  return jsonSchema(schema, ({ zodSchema, jsonSchema: part }) => {
    if (!(zodSchema instanceof z.ZodObject)) return;
    const required = Object.keys(zodSchema.shape).filter((name) => isRequired(zodSchema.shape[name]));
    if (required.length > 0) part.required = required;
    else delete part.required;
  });
}

export function answerSchema(schema: z.ZodType): JsonObject {
  return jsonSchema(schema, () => undefined);
}

/** True if a request must have the field. Asks the schema itself, since zod reports preprocessed fields as optional. */
export function isRequired(field: unknown): boolean {
  return field instanceof z.ZodType && !field.safeParse(undefined).success;
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

/** JSON Schema of a value. For coercing schemas it describes the output, because they accept any input. */
function jsonSchema(schema: z.ZodType, override: Override): JsonObject {
  const made = z.toJSONSchema(schema, {
    io: 'output',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: (about) => {
      if (about.jsonSchema.additionalProperties === false) delete about.jsonSchema.additionalProperties;
      keepFlags(about.zodSchema, about.jsonSchema);
      override(about);
    },
  });
  const { $schema: _dialect, ...rest } = made;
  return rest;
}

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
