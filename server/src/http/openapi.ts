import { z } from 'zod';
import { ASSISTANT_EVENTS, EVENT_TYPES, type EventType, WEBHOOK_EVENTS } from '#contract/webhook-events.ts';
import { exampleBody, WEBHOOK_EXAMPLES } from '#contract/webhook-examples.ts';
import { eventBody, WEBHOOK_PAYLOADS } from '#contract/webhook-payloads.ts';
import CODE_SAMPLES from './code-samples.json' with { type: 'json' };
import { MAX_KEY_LENGTH } from './idempotency.ts';
import { Components } from './openapi-components.ts';
import { parameterDescription } from './openapi-descriptions.ts';
import { withExamples } from './openapi-examples.ts';
import { HEADERS, responses } from './openapi-responses.ts';
import { isRequired, type JsonObject } from './openapi-schema.ts';
import type { Route } from './route.ts';
import { SESSION_COOKIE } from './session-cookie.ts';

const DESCRIPTION =
  'Assistants, knowledgebases, conversations and calls. Every path is relative to `/api`. ' +
  'Programs send a bearer token with every request: an API key created in the console, or the token from `POST /login`. ' +
  'The console uses an HttpOnly session cookie; requests that change data also need the session’s CSRF token, ' +
  'and requests from other origins are refused. If a request has both, the bearer token is used.';

const TAGS: Readonly<Record<string, string>> = {
  Account: 'Log in, and read the account.',
  'API keys': 'Keys for programs.',
  Assistants: 'Assistants that handle calls and chats: voice, prompt, tools and behavior.',
  'Audit log': 'Who changed what, and when.',
  Billing: 'Balance, charges, prices and usage.',
  'Do-not-call list': 'Customers that the account must not call or write to.',
  Calls:
    'Make, follow and control calls. Live audio is on WebSockets: `/user/calls/{id}/listen` and `/user/calls/{id}/take-over`.',
  Campaigns: 'Call many leads by rules: hours, retries and goals.',
  Leads: 'People that a campaign calls.',
  Catalog: 'Languages, voices, models and providers that assistants can use.',
  Alerts: 'Problems that need attention, and where they are sent.',
  Search: 'Words of calls, conversations and leads.',
  Console: 'For the pages of the console.',
  Conversations: 'Chats with assistants, in the widget, over the API and on messaging channels.',
  Inbox: 'Teamwork in conversations: assignment, notes, tags, groups and canned replies.',
  Knowledgebases: 'Collections of documents that assistants search.',
  Documents: 'Websites and files of a knowledgebase.',
  Members: 'People who belong to the account, their roles, invitations and accounts.',
  Messaging: 'Senders, templates and messages of the messaging channel.',
  SMS: 'Send and list SMS.',
  'Phone numbers': 'Numbers of the account, and numbers to buy.',
  'SIP trunks': 'Numbers and extensions of a SIP server.',
  'Mid-call tools': 'HTTP endpoints that assistants call during a conversation.',
  Vendors: 'Models, voices, carriers and embeddings that the installation uses, with their keys.',
  'MCP servers': 'Servers of the Model Context Protocol, whose tools assistants can use.',
  Webhooks: 'Requests to your server about events, their signatures, deliveries and endpoints.',
  Sandbox: 'Simulated numbers, customers and messages for tests, without cost.',
};

/** Builds the OpenAPI document. It is identical on every installation of a version, and so are generated clients. */
export function openApiDocument(routes: readonly Route[], { version }: { version: string }): JsonObject {
  const components = new Components();
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, components) };
  }
  const document = components.complete({
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    components: {
      headers: HEADERS,
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
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name, description: TAGS[name] })),
    paths,
    webhooks: Object.fromEntries([
      ...ASSISTANT_EVENTS.map((event) => [
        event,
        {
          post: webhookOperation(event, 'assistantWebhooks', {
            schema: components.answer(WEBHOOK_PAYLOADS[event], event),
            example: WEBHOOK_EXAMPLES[event],
          }),
        },
      ]),
      ...EVENT_TYPES.map((event) => [
        `endpoint.${event}`,
        {
          post: webhookOperation(event, 'webhooks', {
            schema: components.answer(eventBody(event), `endpoint.${event}`),
            example: exampleBody(event),
          }),
        },
      ]),
    ]),
  });
  return withExamples(document, new Map(routes.map(({ operationId, example }) => [operationId, example])));
}

/** @param group as for `webhookOperation` */
function webhookDescription(event: EventType, group: 'webhooks' | 'assistantWebhooks'): string {
  const { summary, details } = WEBHOOK_EVENTS[event];
  return `${summary}. ${group === 'webhooks' ? details : 'Sent to the URL of the assistant.'}`;
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
  group: 'webhooks' | 'assistantWebhooks',
  body: { schema: JsonObject; example: object },
): JsonObject {
  return {
    operationId: `${group}.${event.replace(/[._](.)/g, (_, letter) => letter.toUpperCase())}`,
    tags: ['Webhooks'],
    summary: WEBHOOK_EVENTS[event].summary,
    description: webhookDescription(event, group),
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
      content: { 'application/json': body },
    },
    responses: {
      '2XX': { description: 'Delivered, if the response arrives within 15 seconds' },
      410: { description: 'No more webhooks are sent until the target is enabled again' },
      default: { description: 'The webhook is retried' },
    },
  };
}

function operation(route: Route, components: Components): JsonObject {
  return {
    operationId: route.operationId,
    ...(route.aliasOf !== undefined && { 'x-alias-of': route.aliasOf }),
    tags: [route.tag],
    summary: route.summary,
    description: descriptionOf(route),
    ...codeSamples(route),
    security: security(route),
    parameters: [
      ...parameters(route, 'params', components),
      ...parameters(route, 'query', components),
      ...(route.isIdempotent === true ? [IDEMPOTENCY_KEY] : []),
      ...(route.success.isRanged === true ? [RANGE] : []),
    ],
    ...requestBody(route, components),
    responses: responses(route, components),
  };
}

/** Samples for the SDKs, which `npm run sdk` writes. */
function codeSamples({ aliasOf, operationId }: Route): JsonObject {
  const samples = new Map(Object.entries(CODE_SAMPLES)).get(aliasOf ?? operationId);
  return samples === undefined ? {} : { 'x-codeSamples': samples };
}

function descriptionOf({ aliasOf, description, summary }: Route): string {
  if (aliasOf !== undefined) return `The same operation as \`${aliasOf}\`, under another path.`;
  return description ?? `${summary}.`;
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
    'A unique key for this request, such as a UUID. Repeating the request with the same key within 24 hours returns the first response and has no further effect. After a response other than a success, 404 or 422, the request runs again.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH },
};

const RANGE = {
  name: 'Range',
  in: 'header',
  required: false,
  description: 'One range of bytes (RFC 9110), such as `bytes=0-1023`. Several ranges return the whole file.',
  schema: { type: 'string' },
};

function parameters(route: Route, kind: 'params' | 'query', components: Components): JsonObject[] {
  const fields: [string, unknown][] = Object.entries(route[kind]?.shape ?? {});
  return fields.map(([name, field]) => {
    const { description, ...schema } = field instanceof z.ZodType ? components.request(field) : {};
    const ofObject = name === 'id' ? `Id of the ${(route.resource ?? 'object').toLowerCase()}.` : undefined;
    return {
      name,
      in: kind === 'params' ? 'path' : 'query',
      required: kind === 'params' || isRequired(field),
      description: ofObject ?? parameterDescription(name, description),
      schema,
    };
  });
}

function requestBody(route: Route, components: Components): JsonObject {
  if (route.raw !== undefined && route.method !== 'GET') return rawBody(route.raw.contentTypes);
  if (route.spool !== undefined) return spooledBody(route.spool);
  if (route.body === undefined) return {};
  const schema = components.request(route.body);
  const json = { 'application/json': { schema } };
  if (route.upload === undefined) return { requestBody: { required: true, content: json } };
  const file = { type: 'string', format: 'binary', description: `At most ${route.upload.maxBytes} bytes.` };
  const fields = components.target(schema);
  const properties = Object.assign({}, fields['properties'], { [route.upload.field]: file });
  const form = { 'multipart/form-data': { schema: { ...fields, properties } } };
  return { requestBody: { required: true, content: { ...form, ...json } } };
}

/** A file as the whole body or as a form field. */
function spooledBody({ field, contentType }: NonNullable<Route['spool']>): JsonObject {
  const file = { type: 'string', format: 'binary', description: 'The file.' };
  const form = { type: 'object', properties: { [field]: file }, required: [field] };
  const content = { 'multipart/form-data': { schema: form }, [contentType]: { schema: file } };
  return { requestBody: { required: true, content } };
}

/** Body of a raw route. Its schema is not described, because the format is the carrier's. */
function rawBody(contentTypes: readonly string[]): JsonObject {
  const content = Object.fromEntries(contentTypes.map((type) => [type, { schema: { type: 'object' } }]));
  return { requestBody: { required: true, content } };
}
