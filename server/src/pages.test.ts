import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { manualClock } from '../test/kit/clocks.ts';
import { createReadiness } from './http/readiness.ts';
import { createHttpServer } from './http/server.ts';
import { registerPages } from './pages.ts';

test('health reports a hanging database after three seconds and aborts the ping', async () => {
  const clock = manualClock();
  const app = Fastify();
  const asked = Promise.withResolvers<void>();
  const ping = (signal: AbortSignal): Promise<void> =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      asked.resolve();
    });
  registerPages(app, {
    database: { ping },
    clock,
    stopping: new AbortController().signal,
    isReady: () => true,
    checkStorage: async () => undefined,
    document: () => '{}',
    version: '1',
  });
  const answer = app.inject('/api/health');
  await Promise.all([answer.then(() => undefined), asked.promise.then(() => clock.advance(3000))]);
  expect((await answer).statusCode).toBe(503);
  expect((await answer).json()).toEqual({
    status: 'unavailable',
    message: 'The database does not answer.',
  });
  expect(clock.sleeping()).toBe(0);
  await app.close();
});

test('health leaves no timer when the database answers', async () => {
  const clock = manualClock();
  const app = Fastify();
  registerPages(app, {
    database: { ping: async () => undefined },
    clock,
    stopping: new AbortController().signal,
    isReady: () => true,
    checkStorage: async () => undefined,
    document: () => '{}',
    version: '1',
  });
  expect((await app.inject('/api/health')).json()).toEqual({ status: 'ok', version: '1' });
  expect(clock.sleeping()).toBe(0);
  await app.close();
});

test('health answers with 503 until the start is complete, and other requests wait for it', async () => {
  const readiness = createReadiness();
  const allowance = { isAllowed: true, limit: 9, remaining: 9, resetAt: new Date(0), retryAfterSeconds: 1 };
  const app = await createHttpServer({
    routes: [],
    publicUrl: null,
    trustedProxies: 0,
    requestsPerMinute: 9,
    authenticate: async () => null,
    rateLimiter: { takeFromBudget: async () => allowance, takeFromWindow: async () => allowance },
    idempotency: { once: (_request, work) => work().then((answer) => ({ ...answer, isReplay: false })) },
    reportFailure: (error) => expect.fail(String(error)),
    ready: readiness.ready,
    registerPages: (pages) =>
      registerPages(pages, {
        database: { ping: async () => undefined },
        clock: manualClock(),
        stopping: new AbortController().signal,
        isReady: () => readiness.isReady,
        checkStorage: async () => undefined,
        document: () => '{}',
        version: '1',
      }),
  });
  const waiting = app.inject('/api/openapi.json').then(() => 'answered');
  expect((await app.inject('/api/health?deep')).statusCode).toBe(503);
  expect((await app.inject('/api/health')).json()).toEqual({
    status: 'starting',
    message: 'This process is starting.',
  });
  expect(await Promise.race([waiting, 'still waiting'])).toBe('still waiting');
  await readiness.after(Promise.resolve());
  expect(await waiting).toBe('answered');
  expect((await app.inject('/api/health')).statusCode).toBe(200);
  await app.close();
});

test('refuses waiting requests when the start fails', async () => {
  const readiness = createReadiness();
  await expect(readiness.after(Promise.reject(new Error('no owner')))).rejects.toThrow('no owner');
  await expect(readiness.ready).rejects.toMatchObject({ code: 'unavailable' });
  expect(readiness.isReady).toBe(false);
});

test('the OpenAPI document is compressed on request, and not sent again to clients that have it', async () => {
  const app = Fastify();
  registerPages(app, {
    database: { ping: async () => undefined },
    clock: manualClock(),
    stopping: new AbortController().signal,
    isReady: () => true,
    checkStorage: async () => undefined,
    document: () => '{"openapi":"3.1.0"}',
    version: '1',
  });
  const get = (headers: Record<string, string>) => app.inject({ url: '/api/openapi.json', headers });
  const plain = await get({});
  expect(plain.json()).toEqual({ openapi: '3.1.0' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect((await get({ 'accept-encoding': 'gzip;q=0, br' })).headers['content-encoding']).toBeUndefined();
  const compressed = await get({ 'accept-encoding': 'br, gzip;q=0.5' });
  expect(compressed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body);
  expect(compressed.headers.etag).toBe(plain.headers.etag);
  const again = await get({ 'if-none-match': String(plain.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await get({ 'if-none-match': 'W/"other"' })).statusCode).toBe(200);
  await app.close();
});
