import type { UseFormReturn } from 'react-hook-form';
import type { CreateTool } from '#contract/tools.ts';
import type { Tool } from '../../../data/tools.ts';

/** A tool as the form holds it: what is typed is text. */
export interface ToolValues {
  name: string;
  description: string;
  method: Tool['method'];
  endpoint: string;
  timeout: string;
  headers: { name: string; value: string }[];
  schema: Tool['schema'];
}

export type ToolFormState = UseFormReturn<ToolValues, unknown, CreateTool>;

const NEW: ToolValues = {
  name: '',
  description: '',
  method: 'GET',
  endpoint: 'https://',
  timeout: '10',
  headers: [],
  schema: [],
};

export function valuesOf(tool: Tool | null): ToolValues {
  if (tool === null) return NEW;
  const { name, description, method, endpoint, timeout, headers, schema } = tool;
  return { name, description, method, endpoint, timeout: String(timeout), headers, schema };
}

/** What `{names}` an address holds that nobody collects: they would be sent as they stand. */
export function uncollected(endpoint: string, schema: readonly { name: string }[]): string[] {
  const names = new Set(schema.map(({ name }) => name));
  const asked = [...endpoint.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) =>
    name === undefined ? [] : [name],
  );
  return [...new Set(asked)].filter((name) => !names.has(name));
}

/**
 * What is typed for a parameter, as its type. Nothing typed: nothing is sent, and a dummy stands in.
 *
 * @param text what stands in the field
 */
export function valueFor(type: Tool['schema'][number]['type'], text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (type === 'boolean') return trimmed === 'true';
  // What is no number is sent as typed: the server says what is wrong with it.
  return type === 'number' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
}
