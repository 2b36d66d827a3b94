import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Log } from '../../../src/core/log.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { type LoopbackServer, startLoopbackServer } from '../../kit/loopback-server.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { startToolEndpoint, type ToolEndpoint } from '../../kit/tool-endpoint.ts';

let server: TestServer;
let account: Client;
/** The only private address that the operator allows. */
let allowed: ToolEndpoint;
/** Listens on every address of the machine. */
let inner: LoopbackServer;

const lines: string[] = [];
const note = (fields: object, message: string): void => {
  lines.push(`${JSON.stringify(fields)} ${message}`);
};
const log: Log = { debug: note, info: note, warn: note, error: note };

beforeAll(async () => {
  allowed = await startToolEndpoint();
  inner = await startLoopbackServer((_request, response) => response.end('inner secret'), '::');
  server = await startTestServer({ environment: { PARLEY_ALLOW_PRIVATE_CIDRS: '127.0.0.1/32' }, log });
  account = await server.account();
});
beforeEach(() => allowed.reset());
afterAll(async () => {
  await server.stop();
  await Promise.all([allowed.close(), inner.close()]);
});

async function newTool(endpoint: string, fields: Record<string, unknown> = {}): Promise<number> {
  const created = await account.post('/user/tools', {
    name: 'order_status',
    description: 'Looks up the status of an order.',
    endpoint,
    method: 'GET',
    ...fields,
  });
  if (created.status !== 201) throw new Error(created.text);
  return created.body.data.id;
}

test('rejects a redirect into the private network and hides its answer', async () => {
  allowed.answer({ status: 302, headers: { location: `http://127.0.0.2:${inner.port}/` }, body: '' });
  const { uuid } = await createAssistant(account, { tool_ids: [await newTool(allowed.origin)] });
  const opened = await server.visitor.post('/conversations', { assistant_id: uuid });
  const path = `/conversations/${opened.body.conversation_id}`;
  const message = 'What is the status of my order?';
  const reply = await server.visitor.post(`${path}/messages`, { message });
  const callWith = (words: unknown) => ({
    name: 'order_status',
    arguments: {},
    result: { error: { code: 'failed', message: words } },
  });
  expect(reply.body.function_calls).toEqual([callWith('The tool failed.')]);
  expect(allowed.calls).toHaveLength(1);

  // The reason is only for the account, never for visitors.
  const events = { accept: 'text/event-stream' };
  const stream = await server.visitor.post(`${path}/messages`, { message }, events);
  const history = await server.visitor.get(path);
  const calls = history.body.history.map((one: { function_calls?: unknown[] }) => one.function_calls);
  expect(calls.filter(Boolean)).toEqual([[callWith('The tool failed.')], [callWith('The tool failed.')]]);
  expect(stream.text).toContain('The tool failed.');
  for (const answer of [reply, stream, history]) expect(answer.text).not.toContain('not public');
  const { transcript } = (await account.get(`/user${path}`)).body.data;
  const reason = expect.stringMatching(/^The address is not public/);
  expect(transcript[2].function_calls).toEqual([callWith(reason)]);
  expect(inner.connections()).toBe(0);
});

test.each([
  ['POST', 302],
  ['PUT', 301],
  ['PATCH', 307],
  ['DELETE', 308],
])('does not repeat %s after a redirect (%i), and counts it as failed', async (method, status) => {
  allowed.answer({ status, headers: { location: `${allowed.origin}/again` }, body: '' });
  const id = await newTool(`${allowed.origin}/first`, { method });
  const tried = await account.post(`/user/tools/${id}/test`);
  const reason = `The endpoint returned a redirect (${status}), but redirects are followed only for GET.`;
  const failed = (message: string) => ({ error: { code: 'failed', message } });
  expect(tried.body.message).toBe('The tool failed.');
  expect(tried.body.data).toMatchObject({ succeeded: false, result: failed(reason) });
  expect(allowed.calls.map(({ url }) => url)).toEqual(['/first']);

  const { uuid } = await createAssistant(account, { tool_ids: [id] });
  const opened = await server.visitor.post('/conversations', { assistant_id: uuid });
  const path = `/conversations/${opened.body.conversation_id}`;
  const message = 'What is the status of my order?';
  const reply = await server.visitor.post(`${path}/messages`, { message });
  expect(reply.body.function_calls[0].result).toEqual(failed('The tool failed.'));
  const { transcript } = (await account.get(`/user${path}`)).body.data;
  expect(transcript[2].function_calls[0].result).toEqual(failed(reason));
  expect(allowed.calls.map(({ url }) => url)).toEqual(['/first', '/first']);
});

test('counts a 303 response to a POST as success, without following it', async () => {
  allowed.answer({ status: 303, headers: { location: `${allowed.origin}/orders/7` }, body: '' });
  const id = await newTool(`${allowed.origin}/orders`, { method: 'POST' });
  const { body } = await account.post(`/user/tools/${id}/test`);
  expect(body.data).toMatchObject({ succeeded: true, result: { status: 303 } });
  expect(allowed.calls.map(({ url }) => url)).toEqual(['/orders']);
});

test('a redirect of a GET without a location counts as failed', async () => {
  allowed.answer({ status: 302, body: '' });
  const tried = await account.post(`/user/tools/${await newTool(allowed.origin)}/test`);
  const message = 'The endpoint returned a redirect (302) without a valid target.';
  expect(tried.body.data).toMatchObject({ succeeded: false, result: { error: { code: 'failed', message } } });
});

test('hides header values in logs', async () => {
  const headers = [{ name: 'Authorization', value: 'Bearer very-secret-4711' }];
  const id = await newTool(`${allowed.origin}/first`, { headers });
  await account.put(`/user/tools/${id}`, { headers, timeout: 99 });
  await account.post(`/user/tools/${id}/test`);
  await account.post('/user/tools', { headers: [{ name: 'X', value: 'very-secret-4711\n' }, { name: 'Y' }] });
  expect(allowed.calls[0]?.headers['authorization']).toBe('Bearer very-secret-4711');
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('\n')).not.toContain('very-secret-4711');
});

test('a turn whose tools cannot be loaded is not charged, and its message is stored', async () => {
  const { conversations } = server.dependencies;
  const { loadTools } = conversations;
  const { uuid } = await createAssistant(account, { tool_ids: [await newTool(allowed.origin)] });
  const opened = await server.visitor.post('/conversations', { assistant_id: uuid });
  const path = `/conversations/${opened.body.conversation_id}`;
  const before = (await account.get('/user/me')).body.total_balance;
  conversations.loadTools = () => Promise.reject(new Error('The database is gone.'));
  const failed = await server.visitor.post(`${path}/messages`, { message: 'Hello' });
  conversations.loadTools = loadTools;
  expect(failed.status).toBe(500);
  expect((await account.get('/user/me')).body.total_balance).toBe(before);
  const { history } = (await server.visitor.get(path)).body;
  expect(history.at(-1)).toEqual({ role: 'user', content: 'Hello' });
  expect((await server.visitor.post(`${path}/messages`, { message: 'Hello' })).status).toBe(200);
  expect((await account.get('/user/me')).body.total_balance).toBeLessThan(before);
});

test('makes no tools query for an assistant without tools', async () => {
  const { conversations } = server.dependencies;
  const { loadTools } = conversations;
  const requestedTools: unknown[] = [];
  conversations.loadTools = (request) => {
    requestedTools.push(request.toolIds);
    return loadTools(request);
  };
  const toolId = await newTool(allowed.origin);
  for (const tool_ids of [[], [toolId]]) {
    const { uuid } = await createAssistant(account, { tool_ids });
    const opened = await server.visitor.post('/conversations', { assistant_id: uuid });
    const path = `/conversations/${opened.body.conversation_id}/messages`;
    expect((await server.visitor.post(path, { message: 'Hello' })).status).toBe(200);
  }
  conversations.loadTools = loadTools;
  expect(requestedTools).toEqual([[toolId]]);
});
