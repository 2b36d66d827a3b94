import fc from 'fast-check';
import type { JsonSchema } from './api-document.ts';

/** Values that match a schema. The server accepts most of them. */
export function fromSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(fromSchema));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => fromSchema({ ...schema, type })));
  }
  switch (schema.type) {
    case 'object':
      return objects(schema);
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case 'string':
      return strings(schema);
    case 'integer':
      return fc.oneof(
        fc.integer({ min: Math.max(schema.minimum ?? 1, 1), max: Math.min(schema.maximum ?? 12, 2_000_000) }),
        fc.constantFrom(schema.minimum ?? 1, schema.maximum ?? 9_007_199_254_740_991),
      );
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objects(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { properties } = schema;
  if (properties === undefined)
    return fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, fromSchema(property)]),
  );
  return fc.record(members, { requiredKeys: schema.required ?? [] });
}

function strings(schema: JsonSchema): fc.Arbitrary<string> {
  const { format, pattern } = schema;
  if (format === 'uuid') return fc.uuid();
  if (format === 'uri') return fc.webUrl();
  if (format === 'email') return fc.emailAddress();
  if (format === 'date') return day();
  if (format === 'date-time') return day().map((date) => `${date}T12:00:00Z`);
  if (pattern !== undefined && format === undefined) return fc.stringMatching(new RegExp(pattern));
  const limits = { minLength: schema.minLength ?? 1, maxLength: Math.min(schema.maxLength ?? 40, 300) };
  return fc.oneof(
    fc.string({ ...limits, unit: 'grapheme' }),
    fc.constantFrom('Europe/Bucharest', '+40721234567', 'https://example.com/', 'x'.repeat(limits.minLength)),
  );
}

function day(): fc.Arbitrary<string> {
  const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-30'), noInvalidDate: true });
  return dates.map((date) => date.toISOString().slice(0, 10));
}

/** Values that no API field and no database column expects. */
export const strangeValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    -0,
    1.5,
    1e21,
    -1e21,
    1e308,
    Number.MAX_SAFE_INTEGER,
    2_147_483_648,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '%00',
    '1e5',
    '0x10',
    'NaN',
    "'; drop table users; --",
    '{{name}}',
    '\\',
    '‮',
    '9223372036854775808',
    '0000-01-01',
    '99999-01-01',
    'x'.repeat(3000),
    [],
    {},
    [[]],
    [null],
    [{}],
  ),
  fc.jsonValue({ maxDepth: 3, noUnicodeString: false }),
  fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', 'toString', 'length', 'type', '$ref'),
    fc.jsonValue(),
  ),
);

/** A valid value with one or more strange, missing or additional members. */
export function mutated(schema: JsonSchema): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  const changes = fc.dictionary(fc.constantFrom(...names, 'unknown', 'constructor'), strangeValues, {
    minKeys: 1,
    maxKeys: 4,
  });
  const patched = fc
    .tuple(fromSchema(schema), changes)
    .map(([value, patch]) => Object.assign({}, value, patch));
  return fc.oneof({ weight: 8, arbitrary: patched }, { weight: 1, arbitrary: strangeValues });
}

/** A value of a type that the schema excludes; null if it allows any. */
export function wrongType(schema: JsonSchema): unknown {
  const types = allowedTypes(schema);
  if (types === null) return null;
  const candidates: [string, unknown][] = [
    ['object', { x: 1 }],
    ['array', [[['x']]]],
    ['boolean', true],
  ];
  return candidates.find(([type]) => !types.has(type))?.[1] ?? null;
}

function allowedTypes(schema: JsonSchema): Set<string> | null {
  if (schema.const !== undefined) return new Set([typeof schema.const]);
  if (schema.enum !== undefined) return new Set(schema.enum.map((value) => typeof value));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    const sets = choices.map(allowedTypes);
    return sets.includes(null) ? null : new Set(sets.flatMap((set) => [...(set ?? [])]));
  }
  return schema.type === undefined ? null : new Set([schema.type].flat());
}
