import { insertVariables, namesIn, placeholdersOf, valueFinder } from '#contract/render-variables.ts';
import type { ToolHeader, ToolParameter } from '#contract/tools.ts';

export type ToolMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ToolCallPlan {
  url: string;
  /** Null if the method sends its values in the query. */
  body: Record<string, unknown> | null;
}

/** Parameters or variables have values that cannot be path segments; `problem` is a sentence about them. */
export interface PlanProblem {
  problem: string;
  parameters: string[];
  variables: string[];
}

/**
 * Builds the request of a tool call. Values replace the `{names}` in the endpoint, and variables the `{{names}}`, both
 * URL-encoded; the other values go into the query (GET, DELETE) or the JSON body. Nothing can change the host or the
 * path structure.
 */
export function planCall(
  tool: { endpoint: string; method: ToolMethod },
  values: Readonly<Record<string, unknown>>,
  variables: Record<string, unknown>,
): ToolCallPlan | PlanProblem {
  // Names and defaults may contain `/`, `?` and `#`, so variables become parameters before the endpoint is split.
  const inserted: InsertedVariable[] = [];
  const endpoint = insertVariables(tool.endpoint, variables, (value, { name }) => {
    inserted.push({ name, value, key: `_${inserted.length}` });
    return `{_${inserted.length - 1}}`;
  });
  const all = { ...values, ...Object.fromEntries(inserted.map(({ key, value }) => [key, value])) };
  const [address = ''] = endpoint.split('#', 1);
  const [path = '', ...queries] = address.split('?');
  const placed = new Set<string>();
  const fill = (template: string): string =>
    template.replaceAll(PARAMETER, (whole, name: string) => {
      if (!Object.hasOwn(all, name)) return whole;
      placed.add(name);
      return urlEncoded(all[name]);
    });
  const segments = path.split('/').map((template) => ({ template, filled: fill(template) }));
  const query = fill(queries.join('?'));
  const lost = segments.find(
    ({ template, filled }) => template !== filled && ['', '.', '..'].includes(filled),
  );
  if (lost !== undefined) return problemOf(lost.template, inserted);
  const rest = Object.entries(values).filter(([name]) => !placed.has(name));
  const filledPath = segments.map(({ filled }) => filled).join('/');
  if (tool.method !== 'GET' && tool.method !== 'DELETE') {
    return { url: withQuery(filledPath, [query]), body: Object.fromEntries(rest) };
  }
  const added = rest.map(([name, value]) => `${name}=${urlEncoded(value)}`);
  return { url: withQuery(filledPath, [query, ...added]), body: null };
}

const PARAMETER = /\{(\w+)\}/g;

interface InsertedVariable {
  name: string;
  value: string;
  /** Parameter name; unlike those of tools, it starts with an underscore. */
  key: string;
}

function problemOf(segment: string, inserted: readonly InsertedVariable[]): PlanProblem {
  const names = Array.from(segment.matchAll(PARAMETER), ([, name = '']) => name);
  const variables = inserted.filter(({ key }) => names.includes(key));
  const keys = new Set(variables.map(({ key }) => key));
  const written = variables.reduce((text, { key, name }) => text.replace(`{${key}}`, `{{${name}}}`), segment);
  return {
    problem: `${written} must be a value that can be part of a URL.`,
    parameters: names.filter((name) => !keys.has(name)),
    variables: variables.map(({ name }) => name),
  };
}

function urlEncoded(value: unknown): string {
  return encodeURIComponent(String(value).toWellFormed());
}

/**
 * Headers with the values of variables. A value adds no line and only ASCII: control characters are removed and others
 * percent-encoded, because headers are Latin-1. A header that becomes empty is left out.
 */
export function filledHeaders(
  headers: readonly ToolHeader[],
  variables: Record<string, unknown>,
): ToolHeader[] {
  return headers.flatMap(({ name, value: template }) => {
    if (placeholdersOf(template).length === 0) return [{ name, value: template }];
    const value = insertVariables(template, variables, headerText).trim();
    return value === '' ? [] : [{ name, value }];
  });
}

/** The values used in the texts, by the exact name in each text, so that they take precedence over other matches. */
export function foundValues(
  texts: readonly string[],
  values: Record<string, unknown>,
): Record<string, unknown> {
  const find = valueFinder(values);
  const found = namesIn(...texts).map((name) => [name, find(name)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

function headerText(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll(/[^\x20-\x7e]/gu, encodeURIComponent);
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
