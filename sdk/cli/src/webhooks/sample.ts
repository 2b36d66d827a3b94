import { memberOf } from '../records/kinds.ts';

/** A value that fits a JSON schema of the API document: its example, default or first choice. */
export function sampleOf(schema: unknown, document: unknown): unknown {
  const reference = memberOf(schema, '$ref');
  if (typeof reference === 'string') {
    return sampleOf(reference.replace(/^#\//, '').split('/').reduce<unknown>(memberOf, document), document);
  }
  for (const name of ['example', 'const', 'default']) {
    const value = memberOf(schema, name);
    if (value !== undefined) return value;
  }
  for (const name of ['examples', 'enum']) {
    const values = memberOf(schema, name);
    if (Array.isArray(values)) return values[0];
  }
  const choice = ['anyOf', 'oneOf', 'allOf'].map((name) => memberOf(schema, name)).find(Array.isArray);
  if (choice !== undefined) return sampleOf(choice[0], document);
  return sampleOfType(schema, document);
}

function sampleOfType(schema: unknown, document: unknown): unknown {
  const type = memberOf(schema, 'type');
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object': {
      const properties = Object.entries(Object(memberOf(schema, 'properties')));
      return Object.fromEntries(properties.map(([name, one]) => [name, sampleOf(one, document)]));
    }
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return memberOf(schema, 'minimum') ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return textOf(memberOf(schema, 'format'));
    default:
      return null;
  }
}

function textOf(format: unknown): string {
  if (format === 'uuid') return '6e6a2f5c-0000-4000-8000-000000000000';
  if (format === 'date-time') return new Date().toISOString();
  if (format === 'uri') return 'https://example.com/';
  return 'sample';
}
