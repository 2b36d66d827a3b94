import type { JSONObject } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { validate } from '#contract/validation.ts';
import { convert } from '../http/openapi-schema.ts';
import type { Route } from '../http/route.ts';
import { type Arguments, EXPOSED_ROUTES, type ExposedRoute, type ToolGroup } from './exposed-routes.ts';

/** A route as a tool. Its arguments are the route's path parameters, query parameters and body fields. */
export interface ApiTool {
  name: string;
  group: ToolGroup;
  route: Route;
  exposed: ExposedRoute;
  isReadOnly: boolean;
  /** Input schema without `confirm`. */
  input: InputSchema;
}

export interface InputSchema {
  type: 'object';
  properties: Record<string, JSONObject>;
  required: string[];
  additionalProperties: false;
  [keyword: string]: unknown;
}

/** Argument that replaces the `Idempotency-Key` header. */
const KEY_ARGUMENT = 'idempotency_key';
/** Argument with the content of a text file to upload. */
const TEXT_ARGUMENT = 'text';
/** Argument by which the user agrees, for clients that cannot ask the user themselves: a code for each call. */
export const CONFIRM_ARGUMENT = 'confirm';

/** Tools for the routes of this server. Routes of a disabled part, such as the sandbox, have none. */
export function apiTools(routes: readonly Route[]): ApiTool[] {
  return routes.flatMap((route) => {
    const exposed = EXPOSED_ROUTES[`${route.method} ${route.path}`];
    return exposed === undefined ? [] : [apiTool(route, exposed)];
  });
}

function apiTool(route: Route, exposed: ExposedRoute): ApiTool {
  return {
    name: route.operationId.replaceAll('.', '_'),
    group: exposed.group,
    route,
    exposed,
    isReadOnly: route.method === 'GET' || exposed.isReadOnly === true,
    input: inputSchema(route, exposed.descriptions ?? {}),
  };
}

function inputSchema(route: Route, descriptions: Readonly<Record<string, string>>): InputSchema {
  const places = [route.params, route.query, route.body].map(partSchema);
  const names = places.flatMap(({ properties }) => Object.keys(properties));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new Error(`${route.method} ${route.path} has two arguments ${repeated}.`);
  const properties = Object.assign({}, ...places.map((place) => place.properties), ownArguments(route));
  for (const [name, description] of Object.entries(descriptions)) {
    properties[name] = { ...properties[name], description };
  }
  const definitions = Object.assign({}, ...places.map((place) => place.definitions));
  return {
    type: 'object',
    properties,
    required: places.flatMap(({ required }) => required),
    additionalProperties: false,
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions }),
  };
}

function ownArguments(route: Route): Record<string, JSONObject> {
  const key = {
    type: 'string',
    description:
      'A unique key. Repeating a call with its key returns the first result and does nothing again.',
  };
  const text = { type: 'string', description: 'The content of a text document, with type txt.' };
  return {
    ...(route.isIdempotent === true ? { [KEY_ARGUMENT]: key } : {}),
    ...(route.upload === undefined ? {} : { [TEXT_ARGUMENT]: text }),
  };
}

interface PartSchema {
  properties: Record<string, JSONObject>;
  required: string[];
  /** Targets of references to `#/$defs/<name>`. */
  definitions: Record<string, unknown>;
}

function partSchema(schema: z.ZodObject | undefined): PartSchema {
  if (schema === undefined) return { properties: {}, required: [], definitions: {} };
  const { schema: made, definitions } = convert(schema, 'request');
  const { properties, required } = made;
  return {
    properties: isPropertyMap(properties) ? properties : {},
    required: Array.isArray(required) ? required.map(String) : [],
    definitions,
  };
}

function isPropertyMap(value: unknown): value is Record<string, JSONObject> {
  return typeof value === 'object' && value !== null;
}

/** The input schema for a client. @param isAsked true if the client asks its user itself and needs no `confirm` argument */
export function shownSchema(tool: ApiTool, isAsked: boolean): InputSchema {
  if (tool.exposed.warning === undefined || isAsked) return tool.input;
  const confirm = {
    type: 'string',
    description:
      'Leave it out at first: the tool then answers what the call would do, and a code. Repeat the call with the code only if the user agrees.',
  };
  return { ...tool.input, properties: { ...tool.input.properties, [CONFIRM_ARGUMENT]: confirm } };
}

/** An HTTP request to the API. */
export interface ApiRequest {
  method: Route['method'];
  /** Relative to `/api`, with the query. */
  path: string;
  headers: Record<string, string>;
  body?: string | FormData | undefined;
}

/** The HTTP request of a call. @throws RangeError with a sentence if arguments are unknown, or not valid in the path */
export function toRequest({ route, input }: ApiTool, values: Arguments): ApiRequest {
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(input.properties, name));
  if (unknown.length > 0) {
    const known = Object.keys(input.properties).join(', ') || 'none';
    throw new RangeError(`Unknown argument: ${unknown.join(', ')}. This tool takes: ${known}.`);
  }
  const given = valuesOf(route.query, values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, asText(value)] as const);
  const query = String(new URLSearchParams(Object.fromEntries(given)));
  const body = bodyOf(route, values);
  const key = values[KEY_ARGUMENT];
  return {
    method: route.method,
    path: filledPath(route, values) + (query === '' ? '' : `?${query}`),
    headers: {
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
    },
    body,
  };
}

function valuesOf(schema: z.ZodObject | undefined, values: Arguments): [string, unknown][] {
  const names = Object.keys(schema?.shape ?? {});
  return names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]));
}

function filledPath(route: Route, values: Arguments): string {
  const texts = new Map<string, string>();
  for (const [, name = ''] of route.path.matchAll(PATH_PARAMETER)) {
    const value = values[name];
    if (value === undefined || value === null || value === '') {
      throw new RangeError(`The argument ${name} is missing.`);
    }
    texts.set(name, asText(value));
  }
  const params = route.params === undefined ? undefined : validate(route.params, Object.fromEntries(texts));
  const invalid = params?.ok === false ? Object.keys(params.fields) : [];
  return route.path.replace(PATH_PARAMETER, (_whole, name: string) => {
    const text = texts.get(name) ?? '';
    // As segments of a URL, `.` and `..` would address another resource, and encoding does not change them.
    if (invalid.includes(name) || /^\s*\.{0,2}\s*$/.test(text)) {
      throw new RangeError(`The argument ${name} is not valid: “${text}”.`);
    }
    return encodeURIComponent(text);
  });
}

const PATH_PARAMETER = /:(\w+)/g;

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** JSON, or a form with a text file. */
function bodyOf(route: Route, values: Arguments): ApiRequest['body'] {
  if (route.method === 'GET') return undefined;
  const fields = valuesOf(route.body, values);
  const text = values[TEXT_ARGUMENT];
  if (route.upload === undefined || text === undefined) return JSON.stringify(Object.fromEntries(fields));
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, asText(value));
  form.set(route.upload.field, new File([asText(text)], 'text.txt', { type: 'text/plain' }));
  return form;
}
