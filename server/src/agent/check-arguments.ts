import { isJsonObject } from '../providers/interfaces/json.ts';
import type { JsonSchema } from '../providers/interfaces/language-model.ts';

export type CheckedArguments =
  | { ok: true; arguments: Record<string, unknown> }
  /** Descriptions that a model can act on. */
  | { ok: false; problems: string[] };

/**
 * Checks a model's arguments against the JSON Schema of a tool: `type`, `required`, `enum`, `items`, nested
 * `properties`. Lenient where models are sloppy: "5" for a number, "true" for a boolean, 5 for a string; null for an
 * optional parameter counts as absent. Undeclared parameters are dropped.
 */
export function checkArguments(schema: JsonSchema, given: Record<string, unknown>): CheckedArguments {
  const problems: string[] = [];
  const checked = checkObject(schema, given, { path: '', problems });
  return problems.length === 0 ? { ok: true, arguments: checked } : { ok: false, problems };
}

interface Position {
  /** Names from the root, joined by dots; empty at the root. */
  path: string;
  problems: string[];
}

function checkObject(
  schema: JsonSchema,
  given: Record<string, unknown>,
  { path, problems }: Position,
): Record<string, unknown> {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const checked: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const place = { path: path === '' ? name : `${path}.${name}`, problems };
    if (value === undefined || value === null) {
      if (required.includes(name)) problems.push(`${place.path} is required`);
      continue;
    }
    checked[name] = checkValue(isJsonObject(property) ? property : {}, value, place);
  }
  return checked;
}

function checkValue(schema: JsonSchema, given: unknown, place: Position): unknown {
  const { path, problems } = place;
  const value = coerce(schema['type'], given);
  if (value === undefined) {
    problems.push(`${path} must be of type ${String(schema['type'])}`);
    return undefined;
  }
  const allowed = schema['enum'];
  if (Array.isArray(allowed) && !allowed.includes(value)) {
    problems.push(`${path} must be one of ${allowed.map((item) => JSON.stringify(item)).join(', ')}`);
  }
  if (Array.isArray(value) && isJsonObject(schema['items'])) {
    const items = schema['items'];
    return value.map((item, index) => checkValue(items, item, { path: `${path}.${index}`, problems }));
  }
  if (isJsonObject(value) && isJsonObject(schema['properties'])) return checkObject(schema, value, place);
  return value;
}

/** Converts a value to the type; undefined if that is impossible. */
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
