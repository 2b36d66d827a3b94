import { FIELD_DESCRIPTIONS } from '#contract/field-descriptions.ts';
import type { JsonObject } from './openapi-schema.ts';

/**
 * Describes the properties of a schema that have no description yet.
 * @param owner component or webhook that has the property, for names with several meanings
 */
export function describeProperties(schema: JsonObject, owner: string): JsonObject {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return schema;
  const described = Object.entries(properties).map(([name, field]: [string, JsonObject]) => {
    const general = FIELD_DESCRIPTIONS[`${owner}.${name}`] ?? FIELD_DESCRIPTIONS[name];
    const description = joined(general, field['description']);
    return [name, description === undefined ? field : { ...field, description }];
  });
  return { ...schema, properties: Object.fromEntries(described) };
}

/** Description of a parameter, which may differ from that of a field with its name. */
export function parameterDescription(name: string, own: unknown): string | undefined {
  return joined(FIELD_DESCRIPTIONS[`?${name}`] ?? FIELD_DESCRIPTIONS[name], own);
}

/** A description that only says what null means follows the first statement of the general one. */
function joined(general: string | undefined, own: unknown): string | undefined {
  if (typeof own !== 'string') return general;
  if (general === undefined || !own.startsWith('Null ')) return own;
  return `${general.split(/;|\.(?: |$)/, 1)[0]}. ${own}`;
}
