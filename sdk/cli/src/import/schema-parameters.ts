import type { DraftParameter } from './draft.ts';
import type { Source } from './source.ts';

/** Properties of a JSON Schema as flat parameters. */
export function parametersOf(schema: Source): DraftParameter[] {
  const required = new Set(schema.list('required').map(({ value }) => String(value)));
  schema.ignore('type', 'description', 'required', 'additionalProperties', '$schema');
  return schema.members('properties').map(([name, property]) => {
    const choices = property.list('enum').map(({ value }) => String(value));
    const type = property.text('type') ?? 'string';
    property.ignore('enum', 'format', 'default', 'examples', 'minimum', 'maximum');
    if (type === 'object' || type === 'array') property.ignore('properties', 'items', 'required');
    const parts = [
      property.text('description'),
      choices.length > 0 ? `One of: ${choices.join(', ')}.` : null,
      required.size > 0 && !required.has(name) ? 'Optional.' : null,
    ];
    return { name, type, description: parts.filter((part) => part !== null).join(' ') };
  });
}

/** Headers with text values. Leaves out references to secrets of the other product. */
export function headersOf(
  headers: [string, Source][],
  onSecret: (name: string) => void,
): Record<string, string> {
  const texts = headers.flatMap(([name, source]): [string, string][] => {
    const { value } = source;
    if (typeof value === 'string') return [[name, value]];
    onSecret(name);
    return [];
  });
  return Object.fromEntries(texts);
}
