import { z } from 'zod';
import { ASSISTANT_EVENTS, EVENT_TYPES, type EventType, WEBHOOK_EVENTS } from '#contract/webhook-events.ts';
import { eventBody, WEBHOOK_PAYLOADS } from '#contract/webhook-payloads.ts';
import { MAX_KEY_LENGTH } from './idempotency.ts';
import { responses } from './openapi-responses.ts';
import { answerSchema, isRequired, type JsonObject, requestSchema } from './openapi-schema.ts';
import type { Route } from './route.ts';
import { SESSION_COOKIE } from './session-cookie.ts';

const DESCRIPTION =
  'Assistants, knowledgebases, conversations and calls. Every path is relative to `/api`. ' +
  'Programs send a bearer token with every request: an API key created in the console, or the token from `POST /login`. ' +
  'The console uses an HttpOnly session cookie; requests that change data also need the session’s CSRF token, ' +
  'and requests from other origins are refused. If a request has both, the bearer token is used.';

/** Builds the OpenAPI document. It is identical on every installation of a version, and so are generated clients. */
export function openApiDocument(routes: readonly Route[], { version }: { version: string }): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      description: DESCRIPTION,
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'For programs: an API key, or the token from a login, in `Authorization: Bearer …`.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description:
            'For the console’s own pages: `POST /console/login` sets it. Installations may use a longer cookie name that contains this one.',
        },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-CSRF-Token',
          description:
            'Required with the cookie for all methods except GET: the `csrf_token` from the login or from `GET /console/session`.',
        },
      },
    },
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries([
      ...ASSISTANT_EVENTS.map((event) => [
        event,
        { post: webhookOperation(event, WEBHOOK_PAYLOADS[event], 'assistantWebhooks') },
      ]),
      ...EVENT_TYPES.map((event) => [
        `endpoint.${event}`,
        { post: webhookOperation(event, eventBody(event), 'webhooks') },
      ]),
    ]),
  };
}

const WEBHOOK_HEADERS = {
  'webhook-id': 'The same for all attempts',
  'webhook-timestamp': 'Time of the attempt, as a Unix timestamp in seconds',
  'webhook-signature':
    '`v1,` and the base64 HMAC-SHA256 of id, timestamp and body; one signature for each secret',
};

/**
 * The webhook request that the customer's server receives.
 * @param group first part of its operation id
 */
function webhookOperation(
  event: EventType,
  body: z.ZodType,
  group: 'webhooks' | 'assistantWebhooks',
): JsonObject {
  return {
    operationId: `${group}.${event.replace(/[._](.)/g, (_, letter) => letter.toUpperCase())}`,
    tags: ['Webhooks'],
    summary: WEBHOOK_EVENTS[event].summary,
    security: [],
    parameters: Object.entries(WEBHOOK_HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: answerSchema(body) } },
    },
    responses: {
      '2XX': { description: 'Delivered, if the response arrives within 15 seconds' },
      410: { description: 'No more webhooks are sent until the target is enabled again' },
      default: { description: 'The webhook is retried' },
    },
  };
}

function operation(route: Route): JsonObject {
  return {
    operationId: route.operationId,
    ...(route.aliasOf !== undefined && { 'x-alias-of': route.aliasOf }),
    tags: [route.tag],
    summary: route.summary,
    security: security(route),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(route.isIdempotent === true ? [IDEMPOTENCY_KEY] : []),
    ],
    ...requestBody(route),
    responses: responses(route),
  };
}

function security({ access, method, takesCredential }: Route): JsonObject[] {
  const credentials = [{ bearer: [] }, method === 'GET' ? { session: [] } : { session: [], csrf: [] }];
  if (access === 'account') return credentials;
  // The empty object makes credentials optional.
  return takesCredential === true ? [{}, ...credentials] : [];
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique key for this request, such as a UUID. Repeating the request with the same key within 24 hours returns the first response and has no further effect.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH },
};

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): JsonObject[] {
  const fields: [string, unknown][] = Object.entries(schema?.shape ?? {});
  return fields.map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || isRequired(field),
    schema: field instanceof z.ZodType ? requestSchema(field) : {},
  }));
}

function requestBody(route: Route): JsonObject {
  if (route.raw !== undefined && route.method !== 'GET') return rawBody(route.raw.contentTypes);
  if (route.spool !== undefined) return spooledBody(route.spool);
  if (route.body === undefined) return {};
  const schema = requestSchema(route.body);
  const json = { 'application/json': { schema } };
  if (route.upload === undefined) return { requestBody: { required: true, content: json } };
  const file = { type: 'string', format: 'binary', description: `At most ${route.upload.maxBytes} bytes.` };
  const properties = Object.assign({}, schema['properties'], { [route.upload.field]: file });
  const form = { 'multipart/form-data': { schema: { ...schema, properties } } };
  return { requestBody: { required: true, content: { ...json, ...form } } };
}

/** A file as the whole body or as a form field. */
function spooledBody({ field, contentType }: NonNullable<Route['spool']>): JsonObject {
  const file = { type: 'string', format: 'binary' };
  const form = { type: 'object', properties: { [field]: file }, required: [field] };
  const content = { [contentType]: { schema: file }, 'multipart/form-data': { schema: form } };
  return { requestBody: { required: true, content } };
}

/** Body of a raw route. Its schema is not described, because the format is the carrier's. */
function rawBody(contentTypes: readonly string[]): JsonObject {
  const content = Object.fromEntries(contentTypes.map((type) => [type, { schema: { type: 'object' } }]));
  return { requestBody: { required: true, content } };
}
