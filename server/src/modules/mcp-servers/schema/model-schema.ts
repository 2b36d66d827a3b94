import { isJsonObject } from '../../../providers/interfaces/json.ts';

type Schema = Record<string, unknown>;

/** Objects of greater depth become JSON text. */
const MAX_DEPTH = 5;
const MAX_PROPERTIES = 100;
const MAX_CHOICES = 100;
const MAX_BRANCHES = 6;
/** Schemas that are read for one tool, each as often as it is referred to. */
const MAX_VISITS = 2_000;
/** A schema of this size counts as another visit, because long texts and lists are copied. */
const VISIT_CHARACTERS = 1_000;
const MAX_NESTING = 100;
const DESCRIPTION_CHARACTERS = 600;
/** Names that every vendor accepts. */
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Ends the description of a value that is an object without known properties. */
const JSON_TEXT = 'Write a JSON object as text.';

/**
 * Reduces a tool's JSON Schema to what the function calls of all model vendors accept: `type` with one name,
 * `description`, `properties`, `required`, `items`, `enum` of texts, and `anyOf` below the root. References are
 * resolved, alternatives merged, and other keywords become part of the description. The server still checks the values.
 */
export function toModelSchema(inputSchema: Schema): Schema {
  const reduced = new Reduction(inputSchema).object(inputSchema, { depth: 0, refs: [] });
  return {
    type: 'object',
    properties: reduced['properties'] ?? {},
    required: reduced['required'] ?? [],
    additionalProperties: false,
  };
}

/** Parses values that models write as JSON text because `toModelSchema` found no properties for them. */
export function toServerValue(schema: unknown, value: unknown): unknown {
  if (!isJsonObject(schema)) return value;
  const { properties, items } = schema;
  if (Array.isArray(schema['anyOf'])) return toAlternative(schema['anyOf'].filter(isJsonObject), value);
  if (typeof value === 'string') {
    const parsed = isJsonText(schema) ? parsedJson(value) : null;
    return isJsonObject(parsed) ? parsed : value;
  }
  if (Array.isArray(value)) return value.map((item) => toServerValue(items, item));
  if (!isJsonObject(value) || !isJsonObject(properties)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, toServerValue(properties[name], item)]);
  return Object.fromEntries(entries);
}

/** Models also write an object or a list as text if a text is one of the alternatives. */
function toAlternative(alternatives: readonly Schema[], value: unknown): unknown {
  const parsed = typeof value === 'string' ? parsedJson(value) : value;
  const isFitting = (schema: Schema): boolean => {
    if (Array.isArray(parsed)) return schema['type'] === 'array';
    if (!isJsonObject(parsed)) return false;
    const { properties } = schema;
    return isJsonObject(properties) && Object.keys(parsed).every((name) => Object.hasOwn(properties, name));
  };
  const isObject = isJsonObject(parsed);
  const schema = alternatives.find(isFitting) ?? alternatives.find((one) => isObject && isJsonText(one));
  if (schema !== undefined) return isJsonText(schema) ? parsed : toServerValue(schema, parsed);
  const isAllowed = isObject && alternatives.some(({ type }) => type === 'object');
  return isAllowed ? parsed : value;
}

function isJsonText({ type, description }: Schema): boolean {
  return type === 'string' && typeof description === 'string' && description.endsWith(JSON_TEXT);
}

/** Prevents variables from being inserted into texts of MCP servers. */
export function plainText(text: string, characters: number): string {
  const plain = text.replaceAll('{{', '{ {').trim();
  return plain.length <= characters ? plain : `${plain.slice(0, characters - 1)}…`;
}

interface Position {
  depth: number;
  /** References that are being resolved, and '' for other nesting. */
  refs: readonly string[];
}

class Reduction {
  readonly #root: Schema;
  #properties = 0;
  #visitsLeft = MAX_VISITS;

  constructor(root: Schema) {
    this.#root = root;
  }

  object(schema: Schema, position: Position): Schema {
    const parts = this.#parts(schema, position);
    const properties = new Map<string, Schema>();
    const required = new Set<string>();
    for (const { properties: own, required: names } of parts) {
      for (const [name, property] of Object.entries(isJsonObject(own) ? own : {})) {
        if (!PROPERTY_NAME.test(name) || properties.has(name) || this.#properties >= MAX_PROPERTIES) continue;
        this.#properties += 1;
        properties.set(name, this.value(property, { ...position, depth: position.depth + 1 }));
      }
      for (const name of listOf(names)) if (typeof name === 'string') required.add(name);
    }
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: [...required].filter((name) => properties.has(name)),
    };
  }

  value(given: unknown, position: Position): Schema {
    const { schema, refs } = this.#resolved(given, position.refs);
    if (schema === null) return { type: 'string' };
    const here = { ...position, refs };
    const branches = this.#branches(schema, here);
    const described = (reduced: Schema, notes: readonly string[] = []): Schema =>
      withDescription(reduced, [textOf(schema['description']) || textOf(schema['title']), ...notes]);
    if (branches !== null) return described(this.#choice(branches, here));
    const choices = choicesOf(schema);
    const type = typeOf(schema, choices);
    const notes = notesOf(schema);
    if (choices !== null) {
      const isTexts = choices.every((choice) => typeof choice === 'string' && choice !== '');
      if (isTexts) return described({ type: 'string', enum: choices }, notes);
      const scalar = type === 'object' || type === 'array' ? 'string' : type;
      return described({ type: scalar }, [`One of ${choices.map((one) => JSON.stringify(one)).join(', ')}.`]);
    }
    switch (type) {
      case 'object': {
        const reduced = here.depth >= MAX_DEPTH ? {} : this.object(schema, here);
        const isFree = Object.keys(asSchema(reduced['properties'])).length === 0;
        return isFree ? described({ type: 'string' }, [JSON_TEXT]) : described(reduced);
      }
      case 'array': {
        const { items, prefixItems } = schema;
        const item = isJsonObject(items) ? items : listOf(items ?? prefixItems)[0];
        const reduced = this.value(item ?? {}, { depth: here.depth + 1, refs: [...refs, ''] });
        return described({ type, items: reduced }, notes);
      }
      default:
        return described({ type }, notes);
    }
  }

  /** The schema and everything that it combines, as objects with `properties`. */
  #parts(schema: Schema, { refs }: Position): Schema[] {
    const own = this.#resolved(schema, refs);
    if (own.schema === null || own.refs.length > MAX_DEPTH * 2) return [];
    const { allOf, anyOf, oneOf } = own.schema;
    const inner = (list: unknown): Schema[][] =>
      listOf(list)
        .slice(0, MAX_BRANCHES)
        .map((one) => this.#parts(asSchema(one), { depth: 0, refs: [...own.refs, ''] }));
    // One of several objects: only what all of them require is required.
    const alternatives = [...inner(anyOf), ...inner(oneOf)];
    const requiredByAll = alternatives.map(
      (parts) => new Set(parts.flatMap((part) => listOf(part['required']))),
    );
    const [first = new Set(), ...others] = requiredByAll;
    const required = [...first].filter((name) => others.every((names) => names.has(name)));
    return [
      own.schema,
      ...inner(allOf).flat(),
      ...alternatives.flat().map((part) => ({ ...part, required: [] })),
      { required },
    ];
  }

  /** The alternatives of a value, without the type null; null for a value without alternatives. */
  #branches(schema: Schema, { refs }: Position): unknown[] | null {
    const { type } = schema;
    const options = listOf(schema['anyOf'] ?? schema['oneOf']).filter((one) => !this.#isNull(one, refs));
    if (options.length > 0 && !isJsonObject(schema['properties'])) return options;
    const [only, ...others] = listOf(schema['allOf']);
    if (only !== undefined && others.length === 0 && typeof type !== 'string') return [only];
    const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [];
    return types.length > 1 ? types.map((one) => ({ ...schema, type: one, description: '' })) : null;
  }

  #choice(branches: readonly unknown[], position: Position): Schema {
    if (position.depth > MAX_DEPTH) return { type: 'string' };
    const deeper = {
      depth: position.depth + (branches.length > 1 ? 1 : 0),
      refs: [...position.refs, ''],
    };
    const reduced = branches.slice(0, MAX_BRANCHES).map((branch) => this.value(branch, deeper));
    const distinct = [...new Map(reduced.map((one) => [JSON.stringify(one), one])).values()];
    const [first = { type: 'string' }] = distinct;
    if (distinct.length === 1) return first;
    const choices = distinct.map((one) => one['enum']);
    // Constants as alternatives are one enumeration.
    if (choices.every(Array.isArray)) return { type: 'string', enum: [...new Set(choices.flat())] };
    return { anyOf: distinct };
  }

  #isNull(given: unknown, refs: readonly string[]): boolean {
    const { schema } = this.#resolved(given, refs);
    return schema !== null && (schema['type'] === 'null' || ('const' in schema && schema['const'] === null));
  }

  /** Follows references within the document; null if there is no schema, or if the tool's limits are reached. */
  #resolved(given: unknown, refs: readonly string[]): { schema: Schema | null; refs: readonly string[] } {
    if (!isJsonObject(given))
      return { schema: given === undefined || typeof given === 'boolean' ? {} : null, refs };
    if (this.#visitsLeft <= 0 || refs.length > MAX_NESTING) return { schema: null, refs };
    this.#visitsLeft -= 1 + JSON.stringify(given).length / VISIT_CHARACTERS;
    const { $ref: ref, ...others } = given;
    if (typeof ref !== 'string') return { schema: given, refs };
    if (refs.includes(ref)) return { schema: { type: 'object', ...others }, refs };
    const found = this.#resolved(pointed(this.#root, ref), [...refs, ref]);
    return found.schema === null ? found : { schema: { ...found.schema, ...others }, refs: found.refs };
  }
}

function pointed(root: Schema, ref: string): unknown {
  if (!ref.startsWith('#')) return null;
  const names = ref.slice(1).split('/').slice(1);
  let found: unknown = root;
  for (const name of names) {
    const key = decoded(name).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(found)) found = found[Number(key)];
    else found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : null;
  }
  return found ?? null;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function choicesOf(schema: Schema): unknown[] | null {
  const { enum: choices, const: constant } = schema;
  if ('const' in schema && constant !== null) return [constant];
  const known = listOf(choices).filter((choice) => choice !== null);
  return known.length === 0 || known.length > MAX_CHOICES ? null : known;
}

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array']);

function typeOf(schema: Schema, choices: readonly unknown[] | null): string {
  const named = [schema['type']].flat().find((type) => typeof type === 'string' && TYPES.has(type));
  if (typeof named === 'string') return named;
  if (choices !== null) return Array.isArray(choices[0]) ? 'array' : typeof choices[0];
  if ('properties' in schema || 'additionalProperties' in schema || 'allOf' in schema) return 'object';
  if ('items' in schema || 'prefixItems' in schema) return 'array';
  return 'string';
}

const NOTED: readonly (readonly [string, string])[] = [
  ['format', 'format'],
  ['minimum', 'minimum'],
  ['maximum', 'maximum'],
  ['exclusiveMinimum', 'more than'],
  ['exclusiveMaximum', 'less than'],
  ['minLength', 'minimum length'],
  ['maxLength', 'maximum length'],
  ['pattern', 'pattern'],
  ['minItems', 'minimum items'],
  ['maxItems', 'maximum items'],
  ['default', 'default'],
];

/** Describes in words the keywords that some vendors refuse. */
function notesOf(schema: Schema): string[] {
  const notes = NOTED.flatMap(([keyword, words]) => {
    const value = schema[keyword];
    if (value === undefined || value === null || typeof value === 'object') return [];
    return [`${words} ${String(value).slice(0, 100)}`];
  });
  return notes.length === 0 ? [] : [`(${notes.join(', ')})`];
}

function withDescription(reduced: Schema, texts: readonly string[]): Schema {
  const { description, ...others } = reduced;
  const [own = '', ...notes] = texts;
  const said = own === '' ? textOf(description) : own;
  const inner = typeof description === 'string' && description.endsWith(JSON_TEXT) ? [JSON_TEXT] : [];
  const kept = [...notes, ...inner].join(' ');
  const text = [plainText(said.replace(JSON_TEXT, ''), DESCRIPTION_CHARACTERS), plainText(kept, 300)];
  const whole = text.filter((part) => part !== '').join(' ');
  return whole === '' ? others : { ...others, description: whole };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const asSchema = (value: unknown): Schema => (isJsonObject(value) ? value : {});
