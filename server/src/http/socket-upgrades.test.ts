import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { portOf } from '../../test/kit/loopback-server.ts';
import { AppError } from '../core/errors.ts';
import { closeServer } from './connections.ts';
import { defineRoute } from './route.ts';
import { createHttpServer } from './server.ts';
import { defineSocketRoute, type SocketRequest, type SocketRoute } from './socket-route.ts';

const asked: SocketRequest<{ token: string }>[] = [];
const abandoned: string[] = [];
/** Resolves when the client with the token `slow` may be admitted. */
let isSlowAdmitted = Promise.resolve();
let budget = true;

/** Sends every message back. */
const echo: SocketRoute = defineSocketRoute({
  path: '/echo/:token',
  params: z.object({ token: z.string().max(10) }),
  resource: 'Call',
  maxPayloadBytes: 100,
  maxSockets: 2,
  admit: async (request) => {
    asked.push(request);
    if (request.params.token === 'bad') throw new AppError('forbidden', 'Not signed.');
    if (request.params.token === 'bug') throw new Error('A defect.');
    if (request.params.token === 'slow') await isSlowAdmitted;
    return request.params.token;
  },
  abandon: (token) => void abandoned.push(token),
  open: (token, socket) => {
    socket.send(`hello ${token}`);
    socket.on('message', (data) => socket.send(String(data)));
  },
});

const plain = defineRoute({
  method: 'POST',
  operationId: 'plain.count',
  path: '/plain',
  tag: 'Plain',
  summary: 'Count',
  access: 'public',
  errors: 'message',
  maxBodyBytes: 200_000,
  body: z.object({ name: z.string() }),
  success: { status: 200, schema: z.object({ length: z.number() }) },
  handle: async (_context, { body }) => ({ length: body.name.length }),
});

const failures: unknown[] = [];
async function open(): Promise<FastifyInstance> {
  const allowance = { limit: 9, remaining: 9, resetAt: new Date(0), retryAfterSeconds: 1 };
  const app = await createHttpServer({
    routes: [plain],
    socketRoutes: [echo],
    publicUrl: 'https://parley.example',
    trustedProxies: 0,
    authenticate: async () => null,
    rateLimiter: {
      takeFromBudget: async () => ({ ...allowance, isAllowed: budget }),
      takeFromWindow: async () => ({ ...allowance, isAllowed: true }),
    },
    idempotency: { once: (_request, work) => work().then((answer) => ({ ...answer, isReplay: false })) },
    requestsPerMinute: 9,
    reportFailure: (error) => failures.push(error),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

let app: FastifyInstance;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  app = await open();
});
afterEach(async () => {
  await Promise.all(sockets.splice(0).map(end));
});
afterAll(() => closeServer(app, AbortSignal.abort()));

function end(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === WebSocket.CLOSED) resolve();
    socket.on('close', () => resolve());
    socket.terminate();
  });
}

function dial(path: string, to = app): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${portOf(to.server.address())}${path}`);
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

async function refusal(path: string): Promise<{ status: number | undefined; body: unknown }> {
  const [, answer] = await once(dial(path), 'unexpected-response');
  let text = '';
  for await (const piece of answer) text += String(piece);
  return { status: answer.statusCode, body: JSON.parse(text) };
}

const saying = async (socket: WebSocket): Promise<string> => String((await once(socket, 'message'))[0]);

test('opens a WebSocket for an admitted client, which may send immediately', async () => {
  const socket = dial('/api/echo/me');
  expect(await saying(socket)).toBe('hello me');
  socket.send('a');
  expect(await saying(socket)).toBe('a');
  expect(asked.at(-1)).toMatchObject({
    params: { token: 'me' },
    request: { method: 'GET', url: 'https://parley.example/api/echo/me' },
    browserOrigin: null,
    remoteNetwork: '127.0.0.1',
  });
});

test.each([
  ['an unknown path', '/api/elsewhere', 404, 'Not found.'],
  ['a path outside the API', '/echo/me', 404, 'Not found.'],
  ['an invalid parameter', '/api/echo/12345678901', 404, 'Call not found.'],
  ['a refusal of the route', '/api/echo/bad', 403, 'Not signed.'],
  ['an internal error', '/api/echo/bug', 500, 'Something went wrong on our side.'],
])('refuses the upgrade with a message for %s', async (_what, path, status, message) => {
  expect(await refusal(path)).toMatchObject({ status, body: { message } });
});

test('refuses too many requests and too many open sockets', async () => {
  budget = false;
  expect(await refusal('/api/echo/me')).toMatchObject({ status: 429 });
  budget = true;
  await Promise.all([saying(dial('/api/echo/a')), saying(dial('/api/echo/b'))]);
  expect(await refusal('/api/echo/c')).toMatchObject({ status: 503 });
});

test('refuses requests that are not WebSocket upgrades', async () => {
  const url = `http://127.0.0.1:${portOf(app.server.address())}/api/echo/me`;
  expect((await fetch(url)).status).toBe(400);
  const before = asked.length;
  const broken = await raw(
    'GET /api/echo/me HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\n\r\n',
  );
  expect(broken).toContain('HTTP/1.1 400');
  expect(asked).toHaveLength(before);
});

test('ignores offers of other protocols, with and without a body', async () => {
  const offer =
    'host: x\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n';
  const body = JSON.stringify({ name: 'x'.repeat(100_000) });
  const post = `POST /api/plain HTTP/1.1\r\n${offer}content-length: ${body.length}\r\n\r\n`;
  const last = 'GET /api/none HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  for (const pieces of [
    [post + body + last],
    [post, body, last],
    [post + body.slice(0, 10), body.slice(10) + last],
  ]) {
    const answers = await raw(...pieces);
    expect(answers).toContain('HTTP/1.1 200 OK');
    expect(answers).toContain('"length":100000');
    expect(answers).toContain('HTTP/1.1 404');
  }
  const closing = offer.replace('Upgrade, ', 'Upgrade, close, ');
  expect(await raw(`GET /api/none HTTP/1.1\r\n${closing}\r\n`)).toContain('HTTP/1.1 404');
  expect(await raw(`GET /api/none HTTP/1.1\r\n${offer}\r\n`, last)).toMatch(
    /HTTP\/1.1 404[\s\S]*HTTP\/1.1 404/,
  );
});

test('closes only the connection that sent a message over the limit', async () => {
  const socket = dial('/api/echo/me');
  await saying(socket);
  socket.send('x'.repeat(101));
  const [code] = await once(socket, 'close');
  expect(code).toBe(1009);
  await end(socket);
  expect(await saying(dial('/api/echo/me'))).toBe('hello me');
});

test('survives connections that break during or after the upgrade', async () => {
  const head = 'host: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n';
  const port = portOf(app.server.address());
  for (const rest of ['\r\n', '\r\n\u0081\u00ff\u00ff']) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(
      `GET /api/echo/me HTTP/1.1\r\n${head}sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n${rest}`,
      'latin1',
    );
    await once(socket, 'data');
    socket.resetAndDestroy();
  }
  expect(await saying(dial('/api/echo/me'))).toBe('hello me');
});

test('releases what was opened for a client that leaves before it is admitted', async () => {
  let admit = (): void => undefined;
  isSlowAdmitted = new Promise((resolve) => {
    admit = resolve;
  });
  const connected = once(app.server, 'connection');
  const client = connect(portOf(app.server.address()), '127.0.0.1');
  client.write(
    'GET /api/echo/slow HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
      'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  const [connection] = await connected;
  await expect.poll(() => asked.at(-1)?.params.token).toBe('slow');
  const left = new Promise((resolve) => connection.once('close', resolve));
  client.resetAndDestroy();
  await left;
  admit();
  await expect.poll(() => abandoned).toEqual(['slow']);
});

test('keeps sockets open during shutdown until its deadline', async () => {
  const other = await open();
  const socket = dial('/api/echo/me', other);
  await saying(socket);
  const over = new AbortController();
  const closed = closeServer(other, over.signal);
  socket.send('still here');
  expect(await saying(socket)).toBe('still here');
  over.abort();
  await once(socket, 'close');
  await closed;
});

/** Sends raw bytes piece by piece and returns the answer when the server closes the connection. */
async function raw(...pieces: string[]): Promise<string> {
  const socket = connect(portOf(app.server.address()), '127.0.0.1');
  for (const piece of pieces) {
    socket.write(piece);
    await turn();
  }
  let answer = '';
  for await (const piece of socket) answer += String(piece);
  return answer;
}
