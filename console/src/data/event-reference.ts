import { queryOptions } from '@tanstack/react-query';
import { request } from '../lib/api/request.ts';
import { formatAlternatives } from '../lib/format/format.ts';
import { t } from '../lib/i18n/t.ts';

/** JSON Schema, as far as the bodies of webhooks use it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** The parts of the OpenAPI document that describe webhooks to endpoints. */
export interface EventDocument {
  components: { schemas: Record<string, Schema> };
  webhooks: Record<
    string,
    { post: { requestBody: { content: { 'application/json': { schema: Schema; example?: unknown } } } } }
  >;
}

/** A field of an event's data. */
export interface EventField {
  /** Nested fields have dots, fields of list items `[]`: `transcript[].text`. */
  name: string;
  /** For example `string or null`. */
  type: string;
  description: string;
}

export interface EventReference {
  fields: EventField[];
  /** A complete body. */
  example: unknown;
}

/** Fields and examples of all events by type, from the API reference of this server. */
export const eventReferenceQuery = queryOptions({
  queryKey: ['event-reference'],
  queryFn: async ({ signal }) => eventReferences(await request<EventDocument>('/openapi.json', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Larger objects, such as the settings that a call overrides, are not opened. */
const MOST_NESTED_FIELDS = 12;

export function eventReferences({
  components,
  webhooks,
}: EventDocument): ReadonlyMap<string, EventReference> {
  const target = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema;
    return target(components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {});
  };
  const described = (schema: Schema): string => schema.description ?? target(schema).description ?? '';
  const fieldsOf = (schema: Schema, prefix: string): EventField[] => {
    const { properties = {} } = target(schema);
    const all = Object.entries(properties);
    if (prefix !== '' && all.length > MOST_NESTED_FIELDS) return [];
    return all.flatMap(([name, field]) => {
      const { inner, suffix } = opened(field, target);
      return [
        { name: prefix + name, type: typeWords(field, target), description: described(field) },
        ...fieldsOf(inner, `${prefix}${name}${suffix}.`),
      ];
    });
  };
  return new Map(
    Object.entries(webhooks)
      .filter(([name]) => name.startsWith('endpoint.'))
      .map(([name, { post }]) => {
        const { schema, example } = post.requestBody.content['application/json'];
        const fields = fieldsOf(target(schema).properties?.['data'] ?? {}, '');
        return [name.slice('endpoint.'.length), { fields, example }];
      }),
  );
}

type Target = (schema: Schema) => Schema;

/** The object whose fields a field contains: itself, its variant other than null, or the items of the list. */
function opened(field: Schema, target: Target): { inner: Schema; suffix: '' | '[]' } {
  const whole = target(field);
  const inner = whole.anyOf?.map(target).find(({ type }) => type !== 'null') ?? whole;
  return inner.items === undefined ? { inner, suffix: '' } : { inner: target(inner.items), suffix: '[]' };
}

/** Types and possible values in words: `string or null`, `completed, busy or failed`. */
function typeWords(schema: Schema, target: Target): string {
  const { anyOf, const: only, enum: values, type = 'any', items } = target(schema);
  if (anyOf !== undefined) return either(anyOf.map((one) => typeWords(one, target)));
  if (only !== undefined) return String(only);
  if (values !== undefined) return either(values.map(String));
  if (Array.isArray(type)) return either(type);
  return type === 'array' && items !== undefined
    ? t('list of {type}', { type: typeWords(items, target) })
    : type;
}

function either(words: readonly string[]): string {
  return formatAlternatives(words);
}
