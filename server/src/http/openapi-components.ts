import { z } from 'zod';
import { describeProperties } from './openapi-descriptions.ts';
import { componentNames, enumName } from './openapi-names.ts';
import { convert, type JsonObject } from './openapi-schema.ts';

/** Where a schema describes a value: in a request or in an answer. */
type Direction = 'request' | 'answer';

const REFERENCE = '#/components/schemas/';
const INPUT = 'Input';

/** Collects the named schemas of a document. Where request and answer differ, the request's has the suffix `Input`. */
export class Components {
  private readonly schemas = new Map<string, JsonObject>();
  private readonly responses = new Map<string, JsonObject>();
  private readonly converted = { request: new Map<z.ZodType, JsonObject>(), answer: new Map() };
  private readonly registry = new ComponentRegistry();

  request(schema: z.ZodType, owner = ''): JsonObject {
    return this.convert(schema, 'request', owner);
  }

  answer(schema: z.ZodType, owner = ''): JsonObject {
    return this.convert(schema, 'answer', owner);
  }

  /** The schema of this document that a reference names. */
  target(schema: JsonObject): JsonObject {
    const { $ref } = schema;
    return (typeof $ref === 'string' ? this.schemas.get($ref.slice(REFERENCE.length)) : undefined) ?? schema;
  }

  /** Adds a response under a name that all its uses share. */
  response(name: string, response: JsonObject): JsonObject {
    const known = this.responses.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(response)) {
      throw new Error(`Two different responses have the name ${name}.`);
    }
    this.responses.set(name, response);
    return { $ref: `#/components/responses/${name}` };
  }

  private convert(schema: z.ZodType, direction: Direction, owner: string): JsonObject {
    const known = this.converted[direction].get(schema);
    if (known !== undefined) return known;
    const { schema: made, definitions } = convert(schema, direction, this.registry);
    const suffix = direction === 'request' ? INPUT : '';
    for (const [name, definition] of Object.entries(definitions)) {
      this.schemas.set(`${name}${suffix}`, this.asReferences(definition, suffix, name));
    }
    const result = this.asReferences(made, suffix, owner);
    this.converted[direction].set(schema, result);
    return result;
  }

  /** Replaces definitions by components, and lists of values that have a name; describes properties. */
  private asReferences(value: JsonObject, suffix: string, owner: string): JsonObject {
    return mapObjects(value, (given) => {
      const one = describeProperties(given, owner);
      const { $ref, enum: values, type, ...rest } = one;
      if (typeof $ref === 'string') return { ...one, $ref: $ref.replace('#/$defs/', REFERENCE) + suffix };
      const name = type === 'string' ? enumName(values) : undefined;
      if (name === undefined) return one;
      this.schemas.set(name, { type, enum: values });
      return { $ref: `${REFERENCE}${name}`, ...rest };
    });
  }

  /** The document with its components, sorted by name, and with one schema where request and answer are the same. */
  complete<Document extends { components: JsonObject }>(document: Document): Document {
    const renamed = this.sameInBoth();
    const rename = (name: string): string => renamed.get(name) ?? name;
    const entries = [...this.schemas].map(([name, schema]) => [rename(name), schema] as const);
    const sorted = new Map(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
    const components = {
      ...document.components,
      responses: Object.fromEntries(this.responses),
      schemas: Object.fromEntries(sorted),
    };
    return renameReferences({ ...document, components }, rename);
  }

  /** Names of requests' schemas that need no suffix. */
  private sameInBoth(): Map<string, string> {
    const pairs = [...this.schemas.keys()]
      .filter((name) => name.endsWith(INPUT))
      .map((name) => [name, name.slice(0, -INPUT.length)] as const);
    const same = new Map(pairs);
    // A schema that refers to a differing one differs, too.
    for (let before = -1; before !== same.size; ) {
      before = same.size;
      for (const [input, plain] of [...same]) {
        const answer = this.schemas.get(plain);
        if (answer === undefined) continue;
        const asAnswer = renameReferences(this.schemas.get(input), (name) => same.get(name) ?? name);
        if (JSON.stringify(asAnswer) !== JSON.stringify(answer)) same.delete(input);
      }
    }
    return same;
  }
}

/** Metadata of schemas, with the names of components as ids. */
class ComponentRegistry extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  private readonly names = componentNames();

  override get<Schema extends z.core.$ZodType>(schema: Schema) {
    const id = this.names.get(schema);
    const about = z.globalRegistry.get(schema);
    return id === undefined ? about : { ...about, id };
  }
}

function renameReferences<Value>(value: Value, rename: (name: string) => string): Value {
  return mapObjects(value, (one) => {
    const { $ref } = one;
    if (typeof $ref !== 'string' || !$ref.startsWith(REFERENCE)) return one;
    return { ...one, $ref: `${REFERENCE}${rename($ref.slice(REFERENCE.length))}` };
  });
}

/** A copy of a JSON value in which each object was replaced, innermost first. */
function mapObjects<Value>(value: Value, change: (one: JsonObject) => JsonObject): Value {
  return JSON.parse(JSON.stringify(value), (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member) ? change({ ...member }) : member,
  );
}
