import { request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { portOf } from '../../test/kit/loopback-server.ts';
import { AppError } from '../core/errors.ts';
import { openApiDocument } from './openapi.ts';
import { defineRawRoute } from './raw-route.ts';
import { defineRoute, type RawRequest, type Route, TextAnswer } from './route.ts';
import { createHttpServer } from './server.ts';

const seen: RawRequest[] = [];
const shared = {
  path: '/hook/:key',
  tag: 'Hooks',
  errors: 'message',
  params: z.object({ key: z.string() }),
  contentTypes: ['application/x-www-form-urlencoded', 'application/json'],
  maxBytes: 1_000,
  success: { status: 200, schema: z.string(), contentType: 'text/plain' },
} as const;

const raw = (method: 'GET' | 'POST'): Route =>
  defineRawRoute({
    ...shared,
    method,
    operationId: `hooks.${method}`,
    summary: `${method} a hook`,
    handle: async (_context, input) => {
      seen.push(input.request);
      if (input.params.key === 'bad') throw new AppError('forbidden', 'Not signed.');
      return new TextAnswer('<Response/>', 'text/xml');
    },
  });
const json = defineRoute({
  method: 'POST',
  operationId: 'plain.echo',
  path: '/plain',
  tag: 'Plain',
  summary: 'Echo',
  access: 'public',
  errors: 'message',
  body: z.object({ name: z.string() }),
  success: { status: 200, schema: z.object({ name: z.string() }) },
  handle: async (_context, { body, raw: bytes }) => ({ name: body.name, bytes }),
});
const routes = [raw('GET'), raw('POST'), json];

/** Arguments of all `takeFromBudget` calls: key, limit and window in milliseconds. */
const budgets: unknown[][] = [];
const allowance = { isAllowed: true, limit: 9, remaining: 9, resetAt: new Date(0), retryAfterSeconds: 1 };
async function open(publicUrl: string | null, trustedProxies: number): Promise<FastifyInstance> {
  const app = await createHttpServer({
    routes,
    publicUrl,
    trustedProxies,
    authenticate: async () => null,
    rateLimiter: {
      takeFromBudget: async (...budget) => {
        budgets.push(budget);
        return allowance;
      },
      takeFromWindow: async () => allowance,
    },
    idempotency: { once: (_request, work) => work().then((answer) => ({ ...answer, isReplay: false })) },
    requestsPerMinute: 9,
    reportFailure: (error) => expect.fail(String(error)),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

let app: FastifyInstance;
beforeAll(async () => {
  app = await open(null, 0);
});
afterAll(() => app.close());

interface Sent {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: Buffer | string;
  to?: FastifyInstance;
}

function send(path: string, { method = 'POST', headers = {}, body, to = app }: Sent) {
  return new Promise<{ status: number; type: string; text: string }>((resolve, reject) => {
    const port = portOf(to.server.address());
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, async (answer) => {
      const text = await readText(answer);
      resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', text });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

describe('a raw route', () => {
  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'Body=Hi+there&From=whatsapp%3A%2B40'],
    ['JSON with its spaces', 'application/json; charset=utf-8', '{ "a" : [1] }'],
    ['broken JSON', 'application/json', '{"a":'],
    ['multipart', 'multipart/form-data; boundary=x', '--x\r\n\r\n--x--'],
    ['a malformed type', ';;;', 'x'],
    ['bytes', 'application/octet-stream', Buffer.from([0, 255, 254, 10])],
  ])('gets the bytes and headers as they were sent: %s', async (_what, type, body) => {
    const answer = await send('/api/hook/k?b=%2f&a=1', {
      headers: { 'Content-Type': type, 'X-Sign': 's' },
      body,
    });
    expect(answer).toEqual({ status: 200, type: 'text/xml', text: '<Response/>' });
    const got = seen.at(-1);
    expect(got?.body).toEqual(Buffer.from(body));
    expect(got?.headers).toMatchObject({ 'content-type': type, 'x-sign': 's' });
    expect(got?.url).toBe(`http://127.0.0.1:${portOf(app.server.address())}/api/hook/k?b=%2f&a=1`);
  });

  it('gets an empty body when none was sent', async () => {
    for (const [method, headers] of [
      ['GET', {}],
      ['POST', {}],
      ['POST', { 'content-type': 'application/json' }],
    ] as const) {
      expect(await send('/api/hook/k', { method, headers })).toMatchObject({ status: 200 });
      expect(seen.at(-1)).toMatchObject({ method, body: Buffer.alloc(0) });
    }
  });

  it('joins repeated headers', async () => {
    await send('/api/hook/k', { headers: { 'x-twice': ['a', 'b'] } });
    expect(seen.at(-1)?.headers['x-twice']).toBe('a, b');
  });

  it('answers errors in its error family and refuses bodies that are too large', async () => {
    const refused = await send('/api/hook/bad', { body: 'x' });
    expect(refused).toMatchObject({ status: 403, text: '{"message":"Not signed."}' });
    expect((await send('/api/hook/k', { body: 'x'.repeat(1_000) })).status).toBe(200);
    const before = seen.length;
    expect((await send('/api/hook/k', { body: 'x'.repeat(1_001) })).status).toBe(413);
    expect(seen.length).toBe(before);
  });

  it('does not change JSON parsing of other routes', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await send('/api/plain', { headers, body: '{"name":"a"}' })).text).toBe(
      '{"name":"a","bytes":null}',
    );
    expect((await send('/api/plain', { headers, body: 'name=a' })).status).toBe(400);
  });
});

it('a raw route has its own rate limit, because one carrier sends for many customers', async () => {
  await send('/api/hook/k', { body: 'x' });
  expect(budgets.at(-1)).toEqual(['signed-address:127.0.0.1', 90, 60_000]);
  await send('/api/plain', { body: '{"name":"a"}' });
  expect(budgets.at(-1)).toEqual(['address:127.0.0.1', 9, 60_000]);
});

describe('the URL of a raw request', () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'parley.example' };

  it('is the configured public URL', async () => {
    const publicApp = await open('https://parley.example/base', 0);
    await send('/api/hook/k?q=1', { to: publicApp, headers: { host: 'other.example' } });
    expect(seen.at(-1)?.url).toBe('https://parley.example/base/api/hook/k?q=1');
    await publicApp.close();
  });

  it('is taken from a trusted proxy only', async () => {
    const proxied = await open(null, 1);
    await send('/api/hook/k', { to: proxied, headers: forwarded });
    expect(seen.at(-1)?.url).toBe('https://parley.example/api/hook/k');
    await proxied.close();
    await send('/api/hook/k', { headers: { ...forwarded, host: 'direct.example' } });
    expect(seen.at(-1)?.url).toBe('http://direct.example/api/hook/k');
  });
});

it('a raw route is in the OpenAPI document with its content types and answers', () => {
  const { paths } = openApiDocument(routes, { version: '1' });
  expect(paths).toMatchObject({
    '/hook/{key}': {
      get: {
        security: [],
        responses: { 200: { content: { 'text/plain': { schema: { type: 'string' } } } } },
      },
      post: {
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': { schema: { type: 'object' } },
            'application/json': { schema: { type: 'object' } },
          },
        },
        responses: { 413: {} },
      },
    },
  });
});
