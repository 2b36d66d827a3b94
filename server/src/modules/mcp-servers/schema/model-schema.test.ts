import { describe, expect, test } from 'vitest';
import { plainText, toModelSchema, toServerValue } from './model-schema.ts';

const TEXT = { type: 'string' };
const reduced = (property: unknown, root: Record<string, unknown> = {}): unknown => {
  const schema = toModelSchema({ type: 'object', properties: { value: property }, ...root });
  return Object(schema['properties']).value;
};

describe('a property for models', () => {
  test.each([
    ['keeps a plain text', { type: 'string', description: 'Name' }, { type: 'string', description: 'Name' }],
    ['keeps choices', { enum: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
    [
      'describes choices that are not texts',
      { enum: [1, 2] },
      { type: 'number', description: 'One of 1, 2.' },
    ],
    [
      'describes an empty choice',
      { type: 'string', enum: ['', 'a'] },
      { ...TEXT, description: 'One of "", "a".' },
    ],
    ['makes a constant a choice', { const: 'on' }, { type: 'string', enum: ['on'] }],
    ['drops null from types', { type: ['string', 'null'] }, TEXT],
    ['drops null from alternatives', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, { type: 'integer' }],
    [
      'keeps different alternatives',
      { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'number' } }] },
      { anyOf: [TEXT, { type: 'array', items: { type: 'number' } }] },
    ],
    [
      'joins constants as alternatives',
      { anyOf: [{ const: 'a' }, { const: 'b' }] },
      { type: 'string', enum: ['a', 'b'] },
    ],
    ['splits several types', { type: ['string', 'number'] }, { anyOf: [TEXT, { type: 'number' }] }],
    [
      'describes formats and limits',
      { type: 'string', format: 'date', minLength: 10, default: '2026-01-01' },
      { ...TEXT, description: '(format date, minimum length 10, default 2026-01-01)' },
    ],
    ['gives lists an item', { type: 'array' }, { type: 'array', items: TEXT }],
    [
      'takes the first item of a tuple',
      { type: 'array', prefixItems: [{ type: 'number' }] },
      { type: 'array', items: { type: 'number' } },
    ],
    ['accepts anything as text', true, TEXT],
    [
      'uses a title as description',
      { type: 'boolean', title: 'Loud' },
      { type: 'boolean', description: 'Loud' },
    ],
    [
      'asks for an object without properties as text',
      { type: 'object', additionalProperties: true, description: 'Filter.' },
      { ...TEXT, description: 'Filter. Write a JSON object as text.' },
    ],
    [
      'drops additional properties and names that vendors refuse',
      {
        type: 'object',
        properties: { a: TEXT, 'b c': TEXT },
        required: ['a', 'b c', 'missing'],
        additionalProperties: TEXT,
      },
      { type: 'object', properties: { a: TEXT }, required: ['a'] },
    ],
    [
      'joins combined objects',
      { allOf: [{ properties: { a: TEXT }, required: ['a'] }, { properties: { b: TEXT } }] },
      { type: 'object', properties: { a: TEXT, b: TEXT }, required: ['a'] },
    ],
  ])('%s', (_what, given, expected) => {
    expect(reduced(given)).toEqual(expected);
  });

  test('resolves references within the document', () => {
    const defs = { $defs: { day: { type: 'string', enum: ['Mo', 'Tu'] } } };
    expect(reduced({ $ref: '#/$defs/day', description: 'Day' }, defs)).toEqual({
      type: 'string',
      enum: ['Mo', 'Tu'],
      description: 'Day',
    });
    expect(reduced({ $ref: 'https://example.com/schema' })).toEqual(TEXT);
  });

  test('ends a schema that contains itself', () => {
    const node = { type: 'object', properties: { name: TEXT, child: { $ref: '#/$defs/node' } } };
    const schema = JSON.stringify(reduced({ $ref: '#/$defs/node' }, { $defs: { node } }));
    expect(schema).toContain('JSON object as text');
    const loop = { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } };
    expect(reduced({ $ref: '#/$defs/a' }, { $defs: loop })).toMatchObject({ type: 'string' });
    const all = { a: { allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] } };
    expect(reduced({ $ref: '#/$defs/a' }, { $defs: all })).toMatchObject({ type: 'string' });
  });
});

describe('limits the work for a schema', () => {
  const chain = (length: number, link: (next: Record<string, unknown>) => Record<string, unknown>) =>
    Object.fromEntries(
      Array.from({ length }, (_, index) => [`d${index}`, link({ $ref: `#/$defs/d${index + 1}` })]),
    );
  const FIRST = { $ref: '#/$defs/d0' };
  const six = (next: unknown) =>
    Array.from({ length: 6 }, (_, index) => ({ anyOf: [next], title: `${index}` }));
  const WIDE = {
    ...Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index])),
    required: Array.from({ length: 20_000 }, (_, index) => `r${index}`),
    description: 'long '.repeat(20_000),
  };
  test.each([
    ['that doubles', chain(40, (next) => ({ anyOf: [next, { ...next, description: 'x' }] }))],
    ['with many alternatives', chain(40, (next) => ({ oneOf: six(next) }))],
    ['with many parts', chain(40, (next) => ({ type: 'object', allOf: six(next), anyOf: six(next) }))],
    ['of lists', chain(5_000, (next) => ({ type: 'array', items: next }))],
    ['of lists of alternatives', chain(40, (next) => ({ type: 'array', items: { anyOf: six(next) } }))],
    ['of references', chain(20_000, (next) => next)],
    ['of single parts', chain(20_000, (next) => ({ allOf: [{ allOf: [{ allOf: [next] }] }] }))],
    [
      'of objects',
      chain(40, (next) => ({
        properties: Object.fromEntries(six(next).map((one) => [`p${one.title}`, one])),
      })),
    ],
    ['with long ends', { ...chain(5, (next) => ({ oneOf: six(next) })), d5: WIDE }],
  ])('%s', (_what, $defs) => {
    expect(JSON.stringify(reduced(FIRST, { $defs })).length).toBeLessThan(500_000);
    const root = toModelSchema({ ...FIRST, $defs });
    expect(root).toMatchObject({ type: 'object', additionalProperties: false });
  });
});

test('merges alternatives of the whole object, and requires what all of them require', () => {
  const schema = toModelSchema({
    type: 'object',
    anyOf: [
      { properties: { id: TEXT, by: TEXT }, required: ['id', 'by'] },
      { properties: { name: TEXT, by: TEXT }, required: ['name', 'by'] },
    ],
  });
  expect(schema).toEqual({
    type: 'object',
    properties: { id: TEXT, by: TEXT, name: TEXT },
    required: ['by'],
    additionalProperties: false,
  });
});

test('accepts a schema without properties', () => {
  const empty = { type: 'object', properties: {}, required: [], additionalProperties: false };
  expect(toModelSchema({})).toEqual(empty);
  expect(toModelSchema({ type: 'object', properties: 'none', anyOf: [7, null] })).toEqual(empty);
});

test('uses only keywords that every vendor accepts', () => {
  const schema = toModelSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      at: { type: 'string', format: 'date-time', pattern: '^2', examples: ['2026'] },
      list: { type: 'array', items: { $ref: '#/$defs/item' }, uniqueItems: true, minItems: 1 },
      any: { not: { type: 'null' } },
      when: { contentEncoding: 'base64', type: 'integer', multipleOf: 5 },
    },
    $defs: {
      item: { type: 'object', properties: { id: { type: 'integer' } }, unevaluatedProperties: false },
    },
    dependentRequired: { at: ['list'] },
  });
  const keys = new Set<string>();
  JSON.stringify(schema, (key, value) => {
    keys.add(key);
    return value;
  });
  for (const name of ['at', 'list', 'any', 'when', 'id', '', '0', '1']) keys.delete(name);
  expect([...keys].sort()).toEqual([
    'additionalProperties',
    'description',
    'items',
    'properties',
    'required',
    'type',
  ]);
});

test('limits the number of properties', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`p${index}`, TEXT]));
  const { properties } = toModelSchema({ type: 'object', properties: many });
  expect(Object.keys(Object(properties))).toHaveLength(100);
});

test('parses JSON text where an object was meant, and nothing else', () => {
  const schema = toModelSchema({
    properties: {
      filter: { type: 'object' },
      note: TEXT,
      list: { type: 'array', items: { type: 'object' } },
    },
  });
  const given = { filter: '{"a":1}', note: '{"a":1}', list: ['{"b":2}', 'no'] };
  expect(toServerValue(schema, given)).toEqual({ filter: { a: 1 }, note: '{"a":1}', list: [{ b: 2 }, 'no'] });
});

test.each([
  ['an object', '{"a":1}', { a: 1 }],
  ['an object with known properties', '{"at":{"b":2}}', { at: { b: 2 } }],
  ['an object that is written as such', { at: '{"b":2}' }, { at: { b: 2 } }],
  ['a list', '["{\\"b\\":2}", 3]', [{ b: 2 }, 3]],
  ['a text', 'Friday', 'Friday'],
  ['a number as text', '12', '12'],
])('parses JSON text among alternatives: %s', (_what, given, expected) => {
  const schema = toModelSchema({
    properties: {
      value: {
        anyOf: [
          { type: 'string' },
          { type: 'object', additionalProperties: true },
          { type: 'object', properties: { at: { type: 'object' } } },
          { type: 'array', items: { type: ['object', 'number'] } },
        ],
      },
      plain: { type: ['string', 'number'] },
    },
  });
  expect(toServerValue(schema, { value: given, plain: given })).toEqual({ value: expected, plain: given });
});

test('keeps variables out of texts of servers', () => {
  expect(plainText(' Reads {{secret}}. ', 100)).toBe('Reads { {secret}}.');
  expect(plainText('long text', 5)).toBe('long…');
});
