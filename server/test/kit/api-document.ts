import { resolvedDocument } from './resolved-document.ts';
import type { Client } from './test-server.ts';

/** A schema of the OpenAPI document, as far as tests use it. */
export interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
}

export interface Operation {
  /** For example `GET /user/assistant/{id}`. */
  name: string;
  method: string;
  path: string;
  isPublic: boolean;
  pathParameters: { name: string; schema: JsonSchema }[];
  queryParameters: { name: string; schema: JsonSchema }[];
  /** Schema of the JSON body; null if there is none. */
  body: JsonSchema | null;
}

/** Every endpoint that the running server documents. */
export async function documentedOperations(client: Client): Promise<Operation[]> {
  const body = await resolvedDocument(client);
  const paths: [string, Record<string, unknown>][] = Object.entries(body.paths);
  return paths.flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => readOperation(path, method.toUpperCase(), operation)),
  );
}

// allow any: the document is read as it comes
// biome-ignore lint/suspicious/noExplicitAny: the document is read as it comes.
function readOperation(path: string, method: string, operation: any): Operation {
  const parameters: { name: string; in: string; schema: JsonSchema }[] = operation.parameters;
  return {
    name: `${method} ${path}`,
    method,
    path,
    isPublic: isOpen(operation.security),
    pathParameters: parameters.filter((parameter) => parameter.in === 'path'),
    queryParameters: parameters.filter((parameter) => parameter.in === 'query'),
    body: operation.requestBody?.content['application/json']?.schema ?? null,
  };
}

/** True if requests need no credential; it may still be optional. */
function isOpen(security: readonly Record<string, unknown>[]): boolean {
  return security.length === 0 || security.some((one) => Object.keys(one).length === 0);
}

/** The path with its parameters filled in. */
export function filledPath(path: string, values: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(values[name])));
}
