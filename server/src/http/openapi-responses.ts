import type { z } from 'zod';
import { errorSchemas, validationError } from '#contract/errors.ts';
import type { Components } from './openapi-components.ts';
import { rateLimitError, serverErrors, statusValidationError } from './openapi-names.ts';
import type { JsonObject } from './openapi-schema.ts';
import type { Route } from './route.ts';
import { roleOf } from './route-role.ts';

/** One status of an operation. Several causes may share it, each with its own shape. */
interface Answer {
  descriptions: Set<string>;
  /** JSON text, so that equal shapes are merged. */
  shapes: Set<string>;
}

class Refusals {
  private readonly answers = new Map<string, Answer>();
  private readonly components: Components;

  constructor(components: Components) {
    this.components = components;
  }

  add(status: number | string, description: string, schema: z.ZodType): void {
    const key = String(status);
    const answer = this.answers.get(key) ?? { descriptions: new Set(), shapes: new Set() };
    this.answers.set(key, answer);
    answer.descriptions.add(description);
    answer.shapes.add(JSON.stringify(this.components.answer(schema)));
  }

  toObject(route: Route): JsonObject {
    const entries = [...this.answers].map(([status, { descriptions, shapes }]) => {
      const schemas: unknown[] = [...shapes].map((shape) => JSON.parse(shape));
      const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas };
      const content = { 'application/json': { schema } };
      const description = [...descriptions].join('. ');
      const response = { description, headers: headersOf(route, status), content };
      const name = descriptions.size === 1 ? sharedName(route, status) : undefined;
      return [status, name === undefined ? response : this.components.response(name, response)];
    });
    return Object.fromEntries(entries);
  }
}

const SHARED_NAMES: Readonly<Record<string, string>> = {
  401: 'Unauthenticated',
  413: 'BodyTooLarge',
  415: 'BodyCompressed',
};

/** Name of a response that is the same for all operations of a kind. */
function sharedName({ access, errors, isIdempotent }: Route, status: string): string | undefined {
  const kind = errors === 'error' ? 'Resource' : `${errors.charAt(0).toUpperCase()}${errors.slice(1)}`;
  if (status === '429') return access === 'account' ? 'TooManyRequests' : 'TooManyPublicRequests';
  if (status === '5XX') return `${kind}ServerError`;
  if (status === '404' && access === 'account' && isIdempotent !== true) return `${kind}NotFound`;
  return status === '401' && access === 'public' ? undefined : SHARED_NAMES[status];
}

/** Headers of answers. */
export const HEADERS = {
  'X-Request-Id': {
    description:
      'Identifies the request in the server’s log. The value of the request’s own `X-Request-Id`, if it had a valid one.',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests that the strictest limit of this operation allows in its window',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the current window',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Reset': {
    description: 'When the next request is allowed, as a Unix timestamp in seconds',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'Seconds until the next request is allowed',
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': {
    description: 'The scheme of the credential: `Bearer`',
    schema: { type: 'string', const: 'Bearer' },
  },
  'Idempotency-Replayed': {
    description: '`true` for the stored response to an earlier request with this Idempotency-Key',
    schema: { type: 'string', const: 'true' },
  },
};

/** Headers of an answer with this status, by reference to the document's components. */
function headersOf(route: Route, status: string): JsonObject {
  const isAllowed = !['401', '413', '415', '5XX'].includes(status);
  const names: (keyof typeof HEADERS)[] = ['X-Request-Id'];
  if (route.access === 'account' && isAllowed) names.push('X-RateLimit-Limit', 'X-RateLimit-Remaining');
  if (status === '429') names.push('Retry-After');
  if (status === '429' && route.access === 'account') names.push('X-RateLimit-Reset');
  if (status === '401') names.push('WWW-Authenticate');
  if (route.isIdempotent === true && ['200', '201', '404', '422'].includes(status)) {
    names.push('Idempotency-Replayed');
  }
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const message = errorSchemas.message;

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request cannot be understood',
  402: 'The balance of the account is too low',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Not possible in the current state',
  422: 'Refused by a rule',
  503: 'Not available at the moment',
};

/** All statuses that a route answers with, and their response shapes. */
export function responses(route: Route, components: Components): JsonObject {
  const refusals = new Refusals(components);
  const family = errorSchemas[route.errors];
  if (route.access === 'account') refusals.add(401, 'Missing or invalid token', message);
  // Browsers send the cookie with every request, including those made by pages of other sites.
  if (route.access === 'account' && route.method !== 'GET') {
    refusals.add(403, 'Cookie without its CSRF token', message);
  }
  if (route.access === 'account' && roleOf(route) !== 'viewer') {
    refusals.add(403, `The role of the caller is too low: it must be ${roleOf(route)} or higher`, family);
  }
  if (route.params !== undefined) refusals.add(404, 'Not found', family);
  for (const status of route.refusals ?? []) refusals.add(status, REFUSALS[status] ?? 'Refused', family);
  addFieldRules(route, refusals);
  addBodyRefusals(route, refusals);
  if (route.isIdempotent === true) {
    refusals.add(400, 'The Idempotency-Key is too long', family);
    refusals.add(409, 'The first request with this Idempotency-Key is still running', family);
    refusals.add(422, 'The Idempotency-Key was used with a different request', family);
  }
  refusals.add(429, 'Too many requests', rateLimitError);
  refusals.add('5XX', 'A server error', serverErrors[route.errors]);
  const successful = success(route, components);
  if (route.success.isRanged !== true) {
    return { [route.success.status]: successful, ...refusals.toObject(route) };
  }
  refusals.add(416, 'The file has no byte in the requested `Range`', message);
  return {
    [route.success.status]: successful,
    206: { ...successful, description: 'The part that the header `Range` requests' },
    ...refusals.toObject(route),
  };
}

function success(route: Route, components: Components): JsonObject {
  const { schema, events, contentType = 'application/json', otherContentTypes = [] } = route.success;
  const isJson = contentType === 'application/json' || route.raw !== undefined;
  const bytes = { type: 'string', format: 'binary' };
  const content: JsonObject = contentType.startsWith('text/event-stream')
    ? { 'text/event-stream': eventStream(events ?? schema, components) }
    : { [contentType]: { schema: isJson ? components.answer(schema) : bytes } };
  for (const other of otherContentTypes) content[other] = { schema: bytes };
  if (events !== undefined) content['text/event-stream'] = eventStream(events, components);
  return { description: 'Success', headers: headersOf(route, String(route.success.status)), content };
}

/** Server-sent events as a text body, because OpenAPI 3.1 cannot describe event fields. */
function eventStream(event: z.ZodType, components: Components): JsonObject {
  const contentSchema = components.answer(event);
  const description = 'Server-sent events; `contentSchema` describes one of them.';
  const schema = { type: 'string', description, contentMediaType: 'text/event-stream', contentSchema };
  return { schema, 'x-event': contentSchema };
}

function addFieldRules(route: Route, refusals: Refusals): void {
  if (route.body === undefined && route.query === undefined) return;
  const schema = route.errors === 'status' ? statusValidationError : validationError;
  refusals.add(route.invalidStatus ?? 422, 'Invalid fields', schema);
}

/** Adds errors for unreadable bodies. Most occur before routing and have the same shape. */
function addBodyRefusals(route: Route, refusals: Refusals): void {
  const hasBytes = (route.raw !== undefined && route.method !== 'GET') || route.spool !== undefined;
  if (route.body === undefined && !hasBytes) return;
  refusals.add(413, 'The body is too large', message);
  if (hasBytes) return;
  refusals.add(400, 'The body is not a JSON object', message);
  refusals.add(400, 'The body has an unsupported content type', errorSchemas[route.errors]);
  refusals.add(415, 'The body is compressed', message);
}
