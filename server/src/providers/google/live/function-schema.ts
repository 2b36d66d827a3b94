import { isJsonObject } from '../../interfaces/json.ts';
import type { JsonSchema } from '../../interfaces/language-model.ts';

/** Keywords that both dialects share. */
const SHARED_KEYWORDS = [
  'description',
  'enum',
  'required',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
];

/**
 * Converts a JSON Schema to Google's dialect, a subset of OpenAPI's: the realtime models ignore `parametersJsonSchema`,
 * and an unknown keyword ends the session. Null without parameters, because Google expects no schema in this case.
 * Source: ai.google.dev/api/caching#Schema
 */
export function functionSchema(schema: JsonSchema): Record<string, unknown> | null {
  const { properties } = schema;
  if (!isJsonObject(properties) || Object.keys(properties).length === 0) return null;
  return converted(schema);
}

function converted(schema: JsonSchema): Record<string, unknown> {
  const { type, properties, items, anyOf } = schema;
  const types = [type].flat().filter((one) => typeof one === 'string');
  const [name] = types.filter((one) => one !== 'null');
  return {
    ...(name !== undefined && { type: name.toUpperCase() }),
    ...(types.includes('null') && { nullable: true }),
    ...Object.fromEntries(SHARED_KEYWORDS.flatMap((key) => (key in schema ? [[key, schema[key]]] : []))),
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).flatMap(([key, value]) =>
          isJsonObject(value) ? [[key, converted(value)]] : [],
        ),
      ),
    }),
    ...(isJsonObject(items) && { items: converted(items) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.filter(isJsonObject).map(converted) }),
  };
}
