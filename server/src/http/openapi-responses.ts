import { z } from 'zod';
import { errorSchemas, validationError } from '#contract/errors.ts';
import { answerSchema, type JsonObject } from './openapi-schema.ts';
import type { Route } from './route.ts';

/** One status of an operation. Several causes may share it, each with its own shape. */
interface Answer {
  descriptions: Set<string>;
  /** JSON text, so that equal shapes are merged. */
  shapes: Set<string>;
  headers: Record<string, JsonObject>;
}

class Refusals {
  private readonly answers = new Map<string, Answer>();

  add(status: number | string, description: string, schema: z.ZodType): Answer {
    const key = String(status);
    const answer = this.answers.get(key) ?? { descriptions: new Set(), shapes: new Set(), headers: {} };
    this.answers.set(key, answer);
    answer.descriptions.add(description);
    answer.shapes.add(JSON.stringify(answerSchema(schema)));
    return answer;
  }

  toObject(): JsonObject {
    const entries = [...this.answers].map(([status, { descriptions, shapes, headers }]) => {
      const schemas: unknown[] = [...shapes].map((shape) => JSON.parse(shape));
      const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas };
      const content = { 'application/json': { schema } };
      const description = [...descriptions].join('. ');
      const hasHeaders = Object.keys(headers).length > 0;
      return [status, hasHeaders ? { description, headers, content } : { description, content }];
    });
    return Object.fromEntries(entries);
  }
}

const message = errorSchemas.message;
const tooMany = z.object({ message: z.string(), retry_after: z.int(), error_code: z.string().optional() });
const anyInteger = { schema: { type: 'integer' } };

/** All statuses that a route answers with, and their response shapes. */
export function responses(route: Route): JsonObject {
  const refusals = new Refusals();
  const family = errorSchemas[route.errors];
  if (route.access === 'account') refusals.add(401, 'Missing or invalid token', message);
  // Browsers send the cookie with every request, including those made by pages of other sites.
  if (route.access === 'account' && route.method !== 'GET') {
    refusals.add(403, 'Cookie without its CSRF token', message);
  }
  if (route.params !== undefined) refusals.add(404, 'Not found', family);
  for (const status of route.refusals ?? []) refusals.add(status, 'Refused', family);
  addFieldRules(route, refusals);
  addBodyRefusals(route, refusals);
  if (route.isIdempotent === true) {
    refusals.add(400, 'The Idempotency-Key is too long', family);
    refusals.add(409, 'The first request with this Idempotency-Key is still running', family);
    refusals.add(422, 'The Idempotency-Key was used with a different request', family);
  }
  refusals.add(429, 'Too many requests', tooMany).headers['Retry-After'] = {
    ...anyInteger,
    description: 'Seconds until the next request is allowed',
  };
  refusals.add('5XX', 'A server error', family.extend({ request_id: z.string().optional() }));
  return { [route.success.status]: success(route), ...refusals.toObject() };
}

function success(route: Route): JsonObject {
  const { schema, events, contentType = 'application/json' } = route.success;
  const isJson = contentType === 'application/json' || route.raw !== undefined;
  const bytes = { type: 'string', format: 'binary' };
  const content: JsonObject = contentType.startsWith('text/event-stream')
    ? { 'text/event-stream': eventStream(events ?? schema) }
    : { [contentType]: { schema: isJson ? answerSchema(schema) : bytes } };
  if (events !== undefined) content['text/event-stream'] = eventStream(events);
  const answer = { description: 'Success', content };
  return route.isIdempotent === true ? { ...answer, headers: REPLAYED } : answer;
}

const REPLAYED = {
  'Idempotency-Replayed': {
    description: '`true` for the stored response to an earlier request with this Idempotency-Key',
    schema: { type: 'string', const: 'true' },
  },
};

/** Server-sent events as a text body, because OpenAPI 3.1 cannot describe event fields. */
function eventStream(event: z.ZodType): JsonObject {
  const schema = { type: 'string', description: 'Server-sent events; `x-event` describes one of them.' };
  return { schema, 'x-event': answerSchema(event) };
}

function addFieldRules(route: Route, refusals: Refusals): void {
  if (route.body === undefined && route.query === undefined) return;
  const schema =
    route.errors === 'status' ? validationError.extend(errorSchemas.status.shape) : validationError;
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
