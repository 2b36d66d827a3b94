import type { UseFormReturn } from 'react-hook-form';
import type { CreateTool } from '#contract/tools.ts';
import type { Tool } from '../../../data/tools.ts';

/** Values of the tool form. */
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

/** `{names}` (not `{{variables}}`) in the URL without a parameter; they would be sent literally. */
export function uncollected(endpoint: string, schema: readonly { name: string }[]): string[] {
  const names = new Set(schema.map(({ name }) => name));
  const withoutVariables = endpoint.replaceAll(/\{\{[^{}]*\}\}/g, '');
  const asked = [...withoutVariables.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) =>
    name === undefined ? [] : [name],
  );
  return [...new Set(asked)].filter((name) => !names.has(name));
}

/**
 * Converts typed text to the parameter's type; undefined for empty text, so that the server sends a sample value.
 */
export function valueFor(type: Tool['schema'][number]['type'], text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (type === 'boolean') return trimmed === 'true';
  // Invalid numbers are sent as typed, so that the server reports the error.
  return type === 'number' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
}
