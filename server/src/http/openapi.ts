import { z } from 'zod';
import { errorSchemas, validationError } from '#contract/errors.ts';
import { WEBHOOKS } from '#contract/webhook-payloads.ts';
import type { Route } from './route.ts';

type JsonObject = Record<string, unknown>;

const DESCRIPTION =
  'Assistants, knowledgebases, conversations and calls. Every path is relative to `/api`. ' +
  'Programs send a bearer token with every request: an API key of the console, or the token of `POST /login`. ' +
  'The console itself is logged in by a cookie that no script can read; where it changes something, it shows ' +
  'the session’s CSRF token too, and pages of other origins are refused. A bearer token comes first where both are sent.';

/** @param sessionCookie what the cookie of the console's session is called */
export function openApiDocument(
  routes: readonly Route[],
  { version, sessionCookie }: { version: string; sessionCookie: string },
): JsonObject {
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
          ...{ type: 'http', scheme: 'bearer' },
          description: 'For programs: an API key, or the token of a login, in `Authorization: Bearer …`.',
        },
        session: {
          ...{ type: 'apiKey', in: 'cookie', name: sessionCookie },
          description:
            'For the console’s own pages: `POST /console/login` sets it. Its name is this installation’s.',
        },
        csrf: {
          ...{ type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
          description:
            'With the cookie, on whatever is no GET: `csrf_token` of the login or of `GET /console/session`.',
        },
      },
    },
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(
      Object.entries(WEBHOOKS).map(([event, webhook]) => [event, { post: webhookOperation(event, webhook) }]),
    ),
  };
}

const WEBHOOK_HEADERS = {
  'webhook-id': 'The same over all attempts',
  'webhook-timestamp': 'Seconds since 1970, of the attempt',
  'webhook-signature': '`v1,` and HMAC-SHA256 over id, timestamp and body in base64, once for each secret',
};

/** What the customer's own server is to take. */
function webhookOperation(
  event: string,
  { summary, payload }: { summary: string; payload: z.ZodType },
): JsonObject {
  return {
    operationId: `webhook-${event.replace('.', '-')}`,
    tags: ['Webhooks'],
    summary,
    security: [],
    parameters: Object.entries(WEBHOOK_HEADERS).map(([name, description]) => ({
      ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(payload) } } },
    responses: {
      '2XX': { description: 'Within 15 seconds: delivered' },
      410: { description: 'Nothing more is sent until the target is enabled' },
      default: { description: 'It is sent again' },
    },
  };
}

function operation(route: Route): JsonObject {
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    security: security(route),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...requestBody(route),
    responses: responses(route),
  };
}

function security({ access, method }: Route): JsonObject[] {
  if (access === 'public') return [];
  return [{ bearer: [] }, method === 'GET' ? { session: [] } : { session: [], csrf: [] }];
}

function operationId(route: Route): string {
  const words = route.path.split('/').filter((word) => word !== '' && word !== 'user');
  return [route.method.toLowerCase(), ...words.map((word) => word.replace(':', 'by-'))].join('-');
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): JsonObject[] {
  const fields: [string, unknown][] = Object.entries(schema?.shape ?? {});
  return fields.map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: field instanceof z.ZodType ? jsonSchema(field) : {},
  }));
}

function requestBody(route: Route): JsonObject {
  if (route.raw !== undefined && route.method !== 'GET') return rawBody(route.raw.contentTypes);
  if (route.spool !== undefined) return spooledBody(route.spool);
  if (route.body === undefined) return {};
  const schema = jsonSchema(route.body);
  const json = { 'application/json': { schema } };
  if (route.upload === undefined) return { requestBody: { required: true, content: json } };
  const file = { type: 'string', format: 'binary', description: `At most ${route.upload.maxBytes} bytes.` };
  const properties = Object.assign({}, schema['properties'], { [route.upload.field]: file });
  const form = { 'multipart/form-data': { schema: { ...schema, properties } } };
  return { requestBody: { required: true, content: { ...json, ...form } } };
}

/** A file by itself, or as a part of a form. */
function spooledBody({ field, contentType }: NonNullable<Route['spool']>): JsonObject {
  const file = { type: 'string', format: 'binary' };
  const form = { type: 'object', properties: { [field]: file }, required: [field] };
  const content = { [contentType]: { schema: file }, 'multipart/form-data': { schema: form } };
  return { requestBody: { required: true, content } };
}

/** What is in it is the caller's own matter: the signature decides whether it is read. */
function rawBody(contentTypes: readonly string[]): JsonObject {
  const content = Object.fromEntries(contentTypes.map((type) => [type, { schema: { type: 'object' } }]));
  return { requestBody: { required: true, content } };
}

function responses(route: Route): JsonObject {
  const { status, schema, contentType = 'application/json' } = route.success;
  const family = jsonSchema(errorSchemas[route.errors]);
  const refusals = new Set([...(route.refusals ?? []), ...(route.params === undefined ? [] : [404])]);
  const takesInput = route.body !== undefined || route.query !== undefined;
  const isJson = contentType === 'application/json' || route.raw !== undefined;
  const content = isJson ? jsonSchema(schema) : { type: 'string', format: 'binary' };
  return {
    [status]: { description: 'Success', content: { [contentType]: { schema: content } } },
    ...(route.access === 'account'
      ? { 401: jsonResponse('No or bad token', jsonSchema(errorSchemas.message)) }
      : {}),
    ...Object.fromEntries([...refusals].map((code) => [code, jsonResponse('Refused', family)])),
    ...(takesInput ? { 422: jsonResponse('Broken field rules', jsonSchema(validationError)) } : {}),
    ...bodyRefusals(route, refusals),
    429: jsonResponse('Too many requests', jsonSchema(errorSchemas.message)),
  };
}

/** Of bodies that cannot be read: they are refused before the resource is asked, in one form for all of them. */
function bodyRefusals(route: Route, refusals: ReadonlySet<number>): JsonObject {
  const hasBytes = (route.raw !== undefined && route.method !== 'GET') || route.spool !== undefined;
  if (route.body === undefined && !hasBytes) return {};
  const message = jsonSchema(errorSchemas.message);
  const tooLarge = { 413: jsonResponse('The body is too large', message) };
  if (hasBytes) return tooLarge;
  return {
    ...(refusals.has(400) ? {} : { 400: jsonResponse('The body is no JSON object', message) }),
    ...tooLarge,
    415: jsonResponse('The body is compressed', message),
  };
}

function jsonResponse(description: string, schema: JsonObject): JsonObject {
  return { description, content: { 'application/json': { schema } } };
}

/** Schemas coerce before they check, so the checked side is what a client should send. */
function jsonSchema(schema: z.ZodType): JsonObject {
  const made = z.toJSONSchema(schema, {
    io: 'output',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => {
      if (part.additionalProperties === false) delete part.additionalProperties;
    },
  });
  const { $schema: _dialect, ...rest } = made;
  return rest;
}
