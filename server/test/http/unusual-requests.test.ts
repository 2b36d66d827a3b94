import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
});

/** Uses methods that `fetch` refuses. */
async function ask(method: string, path: string): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  const sent = request(`${server.api}${path}`, { method });
  const answered = once(sent, 'response');
  sent.end();
  const [response] = await answered;
  expect(JSON.parse(await text(response))).toEqual({ message: expect.any(String) });
  return { status: response.statusCode, headers: response.headers };
}

async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  socket.end(bytes);
  return text(socket);
}

describe('a method that no route has', () => {
  test.each(['TRACE', 'PROPFIND', 'MKCOL', 'LOCK'])(
    'gets 405 on a route with other methods: %s',
    async (method) => {
      const known = await ask(method, '/user/assistant/1?x=/y');
      expect(known.status).toBe(405);
      expect(String(known.headers.allow).split(', ').sort()).toEqual([
        'DELETE',
        'GET',
        'HEAD',
        'OPTIONS',
        'PUT',
      ]);
      expect(known.headers['x-request-id']).toEqual(expect.any(String));
      expect((await ask(method, '/login/')).headers.allow).toBe('POST, OPTIONS');
      expect((await ask(method, '/nothing')).status).toBe(404);
      expect((await ask(method, '/user/assistant/')).status).toBe(405);
      expect((await ask(method, '/user/assistant/1/2/3')).status).toBe(404);
    },
  );
});

describe('an invalid HTTP request', () => {
  test.each([
    ['with invalid syntax', 'nonsense\r\n\r\n', 400],
    ['with an unknown method', 'BREW /api/user/me HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    [
      'with headers that are too large',
      `GET /api/user/me HTTP/1.1\r\nhost: x\r\na: ${'b'.repeat(70_000)}\r\n\r\n`,
      431,
    ],
  ])('%s gets a JSON response with a request id', async (_what, bytes, status) => {
    const answer = await sendRaw(bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/^x-request-id: [0-9a-f-]{36}$/m);
    expect(head).toMatch(/^content-type: application\/json; charset=utf-8$/m);
    expect(JSON.parse(body)).toEqual({ message: expect.any(String) });
  });
});

test('a valid token’s rate limit is counted and returned for unknown routes too', async () => {
  const remaining = async (method: string, path: string): Promise<number> => {
    const { headers } = await account.request(method, path);
    expect(headers.get('x-ratelimit-limit')).toBe('6000');
    return Number(headers.get('x-ratelimit-remaining'));
  };
  const before = await remaining('GET', '/user/me');
  expect(await remaining('GET', '/nothing')).toBeLessThan(before);
  expect(await remaining('DELETE', '/user/me')).toBeLessThan(before);
  expect((await server.visitor.get('/nothing')).headers.get('x-ratelimit-limit')).toBeNull();
});
