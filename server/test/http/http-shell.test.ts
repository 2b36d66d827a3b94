import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
});

const JSON_TYPE = 'application/json; charset=utf-8';
const UNAUTHENTICATED = '{"message":"Unauthenticated."}';

describe('without a valid token', () => {
  test.each([
    ['none', {}],
    ['none, from a browser', { accept: 'text/html' }],
    ['an empty one', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: 'Basic b3duZXI6b3duZXI=' }],
    ['a malformed one', { authorization: 'Bearer parley_nonsense' }],
    ['a well-formed unknown one', { authorization: `Bearer parley_${'0'.repeat(40)}4YnvfZ` }],
    ['a very long one', { authorization: `Bearer ${'x'.repeat(6000)}` }],
    ['two', { authorization: 'Bearer a b' }],
  ])('every response is a 401 as JSON (token: %s)', async (_what, headers) => {
    for (const path of ['/user/me', '/user/assistants/get?page=0', '/user/conversations']) {
      const answer = await server.visitor.get(path, headers);
      expect(answer.status).toBe(401);
      expect(answer.text).toBe(UNAUTHENTICATED);
      expect(answer.headers.get('content-type')).toBe(JSON_TYPE);
      expect(answer.headers.get('location')).toBeNull();
    }
  });

  test('an invalid body is not read', async () => {
    const answer = await server.visitor.post('/user/assistant', '{"name":');
    expect(answer.status).toBe(401);
    expect(answer.text).toBe(UNAUTHENTICATED);
  });
});

describe('a body', () => {
  test.each(['{"name":', 'name=Ada', "{'name':1}", '{"a":1,}', '\u0000', '{"name":"\u0001"}'])(
    'with invalid JSON is refused with 400: %j',
    async (text) => {
      for (const headers of [{}, { 'content-type': 'application/json' }]) {
        const answer = await account.request('POST', '/user/api-keys', { body: text, headers });
        expect(answer.status).toBe(400);
        expect(answer.body).toEqual({ message: 'The request body is not valid JSON.' });
      }
    },
  );

  test.each(['[]', '{}', '', '  '])('that is empty has no fields: %j', async (text) => {
    const answer = await account.post('/user/api-keys', text, { 'content-type': 'application/json' });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ name: ['The name field is required.'] });
  });

  test.each(['null', '[{"name":"x"}]', '[1]', '"name"', '7', 'true'])(
    'that is not an object is refused with 400: %j',
    async (text) => {
      const answer = await account.post('/user/api-keys', text, { 'content-type': 'application/json' });
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ message: 'The request body must be a JSON object.' });
    },
  );

  test.each(['', 'json', ';;', 'application/json; charset', 'text/plain', 'APPLICATION/JSON'])(
    'is read as JSON with any content type: %j',
    async (type) => {
      const answer = await account.post('/user/api-keys', '\ufeff{"name":"x"}', { 'content-type': type });
      expect(answer.status).toBe(201);
    },
  );

  test('that is not UTF-8 is refused with 400, and nothing is stored', async () => {
    const body = Buffer.from('{"name":"Caf\xe9"}', 'latin1');
    const answer = await account.request('POST', '/user/api-keys', { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message: 'The request body is not valid JSON: it is not UTF-8.' });
    const whole = await account.request('POST', '/user/api-keys', { body: Buffer.from('{"name":"Café"}') });
    expect(whole.body.api_key.name).toBe('Café');
  });

  test('that is compressed is refused with 415 and a hint', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const body = new Uint8Array(gzipSync('{"name":"x"}'));
    const answer = await account.request('POST', '/user/api-keys', { body, headers });
    expect(answer.status).toBe(415);
    expect(answer.body).toEqual({ message: expect.stringContaining('Send the JSON uncompressed') });
    // Readable bodies are accepted with any declared encoding.
    expect((await account.post('/user/api-keys', '{"name":"x"}', headers)).status).toBe(201);
    expect((await account.post('/user/api-keys', '{', { 'content-encoding': 'utf-8' })).status).toBe(400);
  });

  test('in multipart form is read only by routes with files, even if its content type is in upper case', async () => {
    const parts = `--aB\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--aB--\r\n`;
    const type = { 'content-type': 'Multipart/Form-Data; boundary=aB' };
    const refused = await account.post('/user/api-keys', parts, type);
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({ message: expect.any(String) });
    const base = await account.post('/user/knowledgebases', { name: 'x' });
    const read = await account.post(`/user/knowledgebases/${base.body.data.id}/documents`, parts, type);
    expect(read.status).toBe(422);
    expect(Object.keys(read.body.errors)).toEqual(['type']);
  });

  test('over the limit gets 413', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) });
    const answer = await account.post('/user/api-keys', body);
    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({ message: 'The request body is too large.' });
    const stream = new Blob([body]).stream();
    const init: RequestInit & { duplex: 'half' } = { body: stream, duplex: 'half' };
    const streamed = await account.request('POST', '/user/api-keys', init).catch(() => null);
    expect([413, undefined]).toContain(streamed?.status);
    expect((await account.get('/user/me')).status).toBe(200);
  });

  test('has documented error responses', async () => {
    const { paths } = (await account.get('/openapi.json')).body;
    const json = Object.keys(paths['/user/api-keys'].post.responses);
    expect(json).toEqual(expect.arrayContaining(['400', '413', '415']));
    expect(Object.keys(paths['/user/api-keys'].get.responses)).not.toContain('413');
    expect(Object.keys(paths['/user/campaign/{id}/leads/import'].post.responses)).toContain('413');
  });

  test('with deep nesting is refused without a server error', async () => {
    for (const depth of [200, 20_000, 400_000]) {
      const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
      const objects = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
      for (const value of [nested, objects.length < 2_000_000 ? objects : nested]) {
        const answer = await account.post('/user/api-keys', `{"name":"x","deep":${value}}`);
        expect([400, 422], String(depth)).toContain(answer.status);
        const { id } = await createAssistant(account);
        const stored = await account.put(`/user/assistant/${id}`, `{"variables":{"deep":${value}}}`);
        expect([400, 422], String(depth)).toContain(stored.status);
      }
    }
  });

  test('may have keys that are JavaScript property names', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      for (const value of ['"\\u0000"', '{"\\u0000":1}', '1', 'null', '{"name":"x"}']) {
        const answer = await account.post('/user/api-keys', `{"${name}":${value}}`);
        expect(answer.status, `${name} ${value}`).toBe(422);
        expect(answer.body.errors).toHaveProperty('name');
      }
    }
    const { id } = await createAssistant(account);
    const variables = '{"__proto__":{"a":1}}';
    const refused = await account.put(`/user/assistant/${id}`, `{"variables":${variables}}`);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({ 'variables.__proto__': ['The name __proto__ is reserved.'] });
    const inner = '{"a":{"__proto__":{"b":1}},"constructor":"b","toString":null}';
    const stored = await account.put(`/user/assistant/${id}`, `{"variables":${inner}}`);
    expect(stored.status).toBe(200);
    const { body } = await account.get(`/user/assistant/${id}`);
    expect(body.data.variables).toEqual(JSON.parse(inner));
    expect(Object.getPrototypeOf(body.data.variables)).toBe(Object.prototype);
  });
});

describe('paths and methods', () => {
  test.each([
    ['DELETE', '/user/me', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/user/assistant/1', 'PUT, GET, DELETE, HEAD, OPTIONS'],
    ['GET', '/user/assistant/1/activate', 'POST, OPTIONS'],
    ['PUT', '/conversations', 'POST, OPTIONS'],
    ['GET', '/login', 'POST, OPTIONS'],
    ['POST', '/health', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/openapi.json', 'GET, HEAD, OPTIONS'],
  ])('%s %s answers 405 with the allowed methods', async (method, path, allow) => {
    for (const client of [account, server.visitor]) {
      const answer = await client.request(method, path);
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allow.split(', ').sort());
      expect(answer.headers.get('content-type')).toBe(JSON_TYPE);
      expect(answer.body).toEqual({ message: expect.any(String) });
    }
  });

  test.each([
    '/',
    '/nothing',
    '/user',
    '/user/assistant',
    '/user/assistant/1/nothing',
    '/../etc',
    '/user/ME',
  ])('GET %s answers 404, or 405 if another method exists', async (path) => {
    const answer = await account.get(path);
    expect(answer.status).toBe(path === '/user/assistant' ? 405 : 404);
    expect(answer.body).toEqual({ message: expect.any(String) });
    expect(answer.headers.get('content-type')).toBe(JSON_TYPE);
  });

  test.each([
    '/user/assistant/%ZZ',
    '/user/assistant/%00',
    '/user/assistant/%C3%28',
    `/user/assistant/${'9'.repeat(400)}`,
    '/user/assistant/99999999999999999999',
    '/user/assistant/9223372036854775808',
    '/user/assistant/9007199254740993',
    '/user/assistant/1e3',
    '/user/assistant/-1',
    '/user/assistant/1.5',
    '/user/assistant/0',
    '/user/assistant/NaN',
    "/user/assistant/1'--",
    '/user/api-keys/99999999999999999999',
    '/conversations/%00',
    '/conversations/99999999999999999999',
    `/conversations/${'a'.repeat(290)}`,
  ])('an invalid id causes no server error: %s', async (path) => {
    for (const method of ['GET', 'PUT', 'DELETE', 'POST']) {
      const answer = await account.request(method, path);
      expect([400, 404, 405], `${method} ${answer.text}`).toContain(answer.status);
      expect(answer.headers.get('content-type')).toBe(JSON_TYPE);
      expect(answer.headers.get('x-request-id')).not.toBeNull();
      expect(answer.body.message ?? answer.body.error).toEqual(expect.any(String));
    }
  });

  test.each(['+1', '1.0', '%201', '1e0', '0x1'])('an id in a path must be digits: %s', async (id) => {
    const { id: known } = await createAssistant(account);
    const path = `/user/assistant/${id.replace('1', String(known))}`;
    const answer = await account.get(path);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ message: 'Assistant not found.' });
  });

  test('a path with a trailing slash reaches the same route', async () => {
    expect((await account.get('/user/me/')).status).toBe(200);
  });

  test('HEAD answers like GET without a body; OPTIONS answers the CORS preflight', async () => {
    const head = await account.request('HEAD', '/user/me');
    expect([head.status, head.text]).toEqual([200, '']);
    const options = await server.visitor.request('OPTIONS', '/conversations');
    expect(options.status).toBe(204);
    expect(options.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
    expect(options.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('X-Request-Id', () => {
  test.each(['abc', 'A-1_2.3:4', 'x'.repeat(128)])('is kept from the request: %s', async (id) => {
    for (const path of ['/user/me', '/nothing', '/health']) {
      const answer = await account.get(path, { 'x-request-id': id });
      expect(answer.headers.get('x-request-id')).toBe(id);
    }
  });

  test.each(['x'.repeat(129), 'a b', '<script>', 'é', '"quoted"', ''])(
    'replaces an invalid id: %s',
    async (id) => {
      const answer = await account.get('/user/me', { 'x-request-id': id });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test('is unique per request', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => account.get('/user/me')));
    expect(new Set(ids.map(({ headers }) => headers.get('x-request-id'))).size).toBe(20);
  });
});
