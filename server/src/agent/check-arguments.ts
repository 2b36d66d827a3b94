import { isJsonObject } from '../providers/spec/json.ts';
import type { JsonSchema } from '../providers/spec/language-model.ts';

export type CheckedArguments =
  | { ok: true; arguments: Record<string, unknown> }
  /** What is wrong, in words that a model can act on. */
  | { ok: false; problems: string[] };

/**
 * Checks a model's arguments against the JSON Schema of a tool: `type`, `required`, `enum`, `items`, nested
 * `properties`. Lenient where models are sloppy: "5" for a number, "true" for a boolean, 5 for a string;
 * null for an optional parameter counts as absent; undeclared parameters are left out.
 */
export function checkArguments(schema: JsonSchema, given: Record<string, unknown>): CheckedArguments {
  const problems: string[] = [];
  const checked = checkObject(schema, given, '', problems);
  return problems.length === 0 ? { ok: true, arguments: checked } : { ok: false, problems };
}

function checkObject(
  schema: JsonSchema,
  given: Record<string, unknown>,
  path: string,
  problems: string[],
): Record<string, unknown> {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const checked: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const label = path === '' ? name : `${path}.${name}`;
    if (value === undefined || value === null) {
      if (required.includes(name)) problems.push(`${label} is required`);
      continue;
    }
    checked[name] = checkValue(isJsonObject(property) ? property : {}, value, label, problems);
  }
  return checked;
}

function checkValue(schema: JsonSchema, given: unknown, label: string, problems: string[]): unknown {
  const value = coerce(schema['type'], given);
  if (value === undefined) {
    problems.push(`${label} must be of type ${String(schema['type'])}`);
    return undefined;
  }
  const allowed = schema['enum'];
  if (Array.isArray(allowed) && !allowed.includes(value)) {
    problems.push(`${label} must be one of ${allowed.map((item) => JSON.stringify(item)).join(', ')}`);
  }
  if (Array.isArray(value) && isJsonObject(schema['items'])) {
    const items = schema['items'];
    return value.map((item, index) => checkValue(items, item, `${label}.${index}`, problems));
  }
  if (isJsonObject(value) && isJsonObject(schema['properties']))
    return checkObject(schema, value, label, problems);
  return value;
}

/** The value in the wanted type, or undefined when it cannot be read so. */
function coerce(type: unknown, value: unknown): unknown {
  switch (type) {
    case 'string':
      if (typeof value === 'number' || typeof value === 'boolean') return String(value);
      return typeof value === 'string' ? value : undefined;
    case 'number':
      return toNumber(value);
    case 'integer': {
      const number = toNumber(value);
      return Number.isInteger(number) ? number : undefined;
    }
    case 'boolean':
      if (value === 'true') return true;
      if (value === 'false') return false;
      return typeof value === 'boolean' ? value : undefined;
    case 'array':
      return Array.isArray(value) ? value : undefined;
    case 'object':
      return isJsonObject(value) ? value : undefined;
    default:
      return value;
  }
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
