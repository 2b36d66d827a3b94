import type { ToolParameter } from '#contract/tools.ts';

export type ToolMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ToolCallPlan {
  url: string;
  /** Null if the method sends its values in the query. */
  body: Record<string, unknown> | null;
}

/** `parameters` have values that cannot be path segments; `problem` is a sentence about them. */
export type PlanProblem = { problem: string; parameters: string[] };

/**
 * Builds the request of a tool call. Values replace the `{names}` in the endpoint, URL-encoded; the others go into the
 * query (GET, DELETE) or the JSON body. No value can change the host or the path structure.
 */
export function planCall(
  tool: { endpoint: string; method: ToolMethod },
  values: Readonly<Record<string, unknown>>,
): ToolCallPlan | PlanProblem {
  const [address = ''] = tool.endpoint.split('#', 1);
  const [path = '', ...queries] = address.split('?');
  const placed = new Set<string>();
  const fill = (template: string): string =>
    template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      if (!Object.hasOwn(values, name)) return whole;
      placed.add(name);
      return encodeURIComponent(String(values[name]));
    });
  const segments = path.split('/').map((template) => ({ template, filled: fill(template) }));
  const query = fill(queries.join('?'));
  const lost = segments.find(
    ({ template, filled }) => template !== filled && ['', '.', '..'].includes(filled),
  );
  if (lost !== undefined) {
    const parameters = [...lost.template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return { problem: `${lost.template} must be a value that can be part of a URL.`, parameters };
  }
  const rest = Object.entries(values).filter(([name]) => !placed.has(name));
  const filledPath = segments.map(({ filled }) => filled).join('/');
  if (tool.method !== 'GET' && tool.method !== 'DELETE') {
    return { url: withQuery(filledPath, [query]), body: Object.fromEntries(rest) };
  }
  const added = rest.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return { url: withQuery(filledPath, [query, ...added]), body: null };
}

function withQuery(path: string, parts: readonly string[]): string {
  const query = parts.filter((part) => part !== '').join('&');
  return query === '' ? path : `${path}?${query}`;
}

/**
 * A tool's parameters as a JSON Schema. All are required, so that the assistant collects them before it calls the tool.
 */
export function parametersSchema(parameters: readonly ToolParameter[]): Record<string, unknown> {
  const properties = parameters.map(({ name, type, description }) => [name, { type, description }] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: parameters.map(({ name }) => name),
    additionalProperties: false,
  };
}

const DUMMIES = { string: 'test', number: 1, boolean: true } as const;

/** Values for a trial, with a dummy for each missing one. */
export function withDummies(
  parameters: readonly ToolParameter[],
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const own = new Map(Object.entries(given));
  return Object.fromEntries(parameters.map(({ name, type }) => [name, own.get(name) ?? DUMMIES[type]]));
}

const MAX_NAME = 64;

/** Unique names under which a model sees tools, none of them in `reserved`. Duplicates get a number. */
export function offeredNames(names: readonly string[], reserved: readonly string[]): string[] {
  const taken = new Set(reserved);
  return names.map((name) => {
    let offered = name;
    for (let number = 2; taken.has(offered); number += 1) {
      const suffix = `_${number}`;
      offered = `${name.slice(0, MAX_NAME - suffix.length)}${suffix}`;
    }
    taken.add(offered);
    return offered;
  });
}
