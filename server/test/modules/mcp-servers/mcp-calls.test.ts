import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openConversation } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import type { FakeReply } from '../../kit/fake-model-server.ts';
import { type FakeMcpServer, startMcpServer, text } from '../../kit/mcp-server.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';

let installation: ModelInstallation;
let mcp: FakeMcpServer;

const BOOK = {
  name: 'book',
  description: 'Books a table.',
  inputSchema: {
    type: 'object',
    properties: { day: { type: 'string' }, options: { type: 'object' } },
    required: ['day'],
  },
};
const READ = { ...BOOK, name: 'read', annotations: { readOnlyHint: true } };
const BOOKING = { name: 'book', arguments: { day: 'Friday' } };
const BOOKS: FakeReply = { kind: 'answer', toolCalls: [BOOKING] };
const DONE: FakeReply = { kind: 'answer', text: 'Booked.' };
const FAILS: FakeReply = { kind: 'status', status: 400 };

beforeAll(async () => {
  const shutdownLimits = { turnsMs: 100, totalMs: 5000 };
  installation = await startModelInstallation({ overrides: { shutdownLimits } });
});
beforeEach(async () => {
  mcp = await startMcpServer();
  mcp.tools = [BOOK, READ];
});
afterEach(() => mcp.close());
afterAll(() => installation.stop());

/** A chat with an assistant that uses the server. */
async function chat(fields: Record<string, unknown> = {}, server: Record<string, unknown> = {}) {
  const account = await installation.server.account();
  const added = await account.post('/user/mcp-servers', { name: 'Shop', url: mcp.url, ...server });
  const { id } = added.body.data;
  const assistant = await installation.assistant(account, { mcp_server_ids: [id], ...fields });
  const { visitor } = installation.server;
  const open = async () => {
    const path = await openConversation(visitor, assistant);
    return {
      id: path.split('/').at(-1),
      say: (message: string, key?: string) =>
        visitor.post(`${path}/messages`, { message }, key === undefined ? {} : { 'Idempotency-Key': key }),
      history: async () => (await visitor.get(path)).body.history.slice(1),
    };
  };
  return { account, server: id, assistant, open, ...(await open()) };
}

const calls = () => mcp.of('tools/call');
const resultOf = (body: { function_calls: { result: unknown }[] }): unknown => body.function_calls[0]?.result;

test('offers the tools to the model, calls them and passes on what the conversation is', async () => {
  const { id, say } = await chat();
  mcp.answer({
    result: { content: [{ type: 'text', text: '{"table":7}' }], structuredContent: { table: 7 } },
  });
  const options = '{"window":true}';
  installation.model.replace(
    { kind: 'answer', toolCalls: [{ name: 'book', arguments: { day: 'Friday', options } }] },
    DONE,
  );
  const { body } = await say('Book Friday.');
  expect(body).toMatchObject({
    message: 'Booked.',
    function_calls: [{ name: 'book', result: { content: { table: 7 } } }],
  });
  expect(installation.model.requests.at(-1)?.['tools']).toMatchObject([
    { function: { name: 'book', description: 'Books a table.' } },
    { function: { name: 'read' } },
  ]);
  expect(calls()).toHaveLength(1);
  expect(calls()[0]?.params).toMatchObject({
    name: 'book',
    arguments: { day: 'Friday', options: { window: true } },
    _meta: {
      'parley/conversation-id': id,
      'parley/idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  });
  expect(mcp.of('notifications/cancelled')).toEqual([]);
});

test('offers only allowed tools, and names them after the server where names collide', async () => {
  const { account, server } = await chat();
  const tool = { name: 'read', description: 'Own', endpoint: 'https://shop.example', method: 'GET' };
  const own = (await account.post('/user/tools', tool)).body.data.id;
  const { id } = await installation.assistant(account, {
    mcp_server_ids: [server],
    mcp_tools: [{ server_id: server, tool: 'read' }],
    tool_ids: [own],
  });
  const path = await openConversation(installation.server.visitor, {
    ...(await account.get(`/user/assistant/${id}`)).body.data,
  });
  installation.model.replace({ kind: 'answer', text: 'Hello.' });
  await installation.server.visitor.post(`${path}/messages`, { message: 'Hello' });
  expect(installation.model.requests.at(-1)?.['tools']).toMatchObject([
    { function: { name: 'read', description: 'Own' } },
    { function: { name: 'Shop_read' } },
  ]);
});

test('gives each conversation its own session', async () => {
  const { say, open } = await chat();
  installation.model.replace(BOOKS, DONE, BOOKS, DONE, BOOKS, DONE);
  await say('Book Friday.');
  await say('And again.');
  await (await open()).say('Book Friday.');
  const sessions = calls().map(({ headers }) => headers['mcp-session-id']);
  expect(sessions[0]).toBe(sessions[1]);
  expect(new Set(sessions).size).toBe(2);
});

describe('a call that fails', () => {
  test.each([
    [
      'with a reported failure',
      { result: { isError: true, content: [{ type: 'text', text: 'Closed on Friday' }] } },
      { code: 'tool-error', message: 'Closed on Friday' },
    ],
    [
      'with invalid arguments',
      { error: { code: -32_602, message: 'day is in the past' } },
      { code: 'invalid-arguments', message: expect.stringContaining('day is in the past') },
    ],
    [
      'with an error of the server',
      { error: { code: -32_603, message: 'database down' } },
      { code: 'timeout', message: 'It is unknown' },
    ],
    ['without an answer', 'reset', { code: 'timeout', message: 'It is unknown' }],
    ['with garbage', { status: 200, body: 'no JSON' }, { code: 'timeout', message: 'It is unknown' }],
    [
      'with a redirect',
      { status: 302, body: '', headers: { location: 'http://10.0.0.1/' } },
      { code: 'failed', message: 'The tool failed.' },
    ],
  ] as const)('%s is reported to the model, which answers', async (_what, answer, error) => {
    const { say } = await chat();
    mcp.answer(answer);
    installation.model.replace(BOOKS, { kind: 'answer', text: 'That did not work.' });
    const { body } = await say('Book Friday.');
    expect(body.message).toBe('That did not work.');
    const told = JSON.stringify(installation.model.requests.at(-1)?.messages);
    expect(told).toContain(typeof error.message === 'string' ? error.message : 'day is in the past');
    expect(resultOf(body)).toMatchObject({ error: { code: error.code } });
  });

  test.each(['hang', 'progress'] as const)('by time (%s) is canceled at the server', async (answer) => {
    const { say } = await chat({}, { timeout: 1 });
    mcp.answer(answer);
    installation.model.replace(BOOKS, { kind: 'answer', text: 'That took too long.' });
    const { body } = await say('Book Friday.');
    expect(body.message).toBe('That took too long.');
    expect(resultOf(body)).toMatchObject({ error: { code: 'timeout' } });
    const { id } = calls()[0] ?? {};
    const canceled = async () => mcp.of('notifications/cancelled').map(({ params }) => params?.requestId);
    await eventually(canceled, ([one]) => one === id);
  });
});

test('opens a new session when the server has forgotten the old one', async () => {
  const { say } = await chat();
  installation.model.replace(BOOKS, DONE, BOOKS, DONE);
  await say('Book Friday.');
  mcp.forgetSessions();
  const { body } = await say('And again.');
  expect(resultOf(body)).toEqual({ content: 'done' });
  expect(calls()).toHaveLength(3);
});

test('starts a conversation with the stored tools while the server is down', async () => {
  const { say, open } = await chat();
  await mcp.close();
  installation.model.replace({ kind: 'answer', text: 'Hello.' }, { kind: 'answer', text: 'Hello.' });
  expect((await say('Hello')).body.message).toBe('Hello.');
  expect((await (await open()).say('Hello')).body.message).toBe('Hello.');
  expect(JSON.stringify(installation.model.requests.at(-1)?.['tools'])).toContain('Books a table.');
});

test('keeps a call when the model fails, and continues from it', async () => {
  mcp.answer(text('{"booked":true}'));
  const { say, history } = await chat();
  const kept = { ...BOOKING, result: { content: { booked: true } } };
  installation.model.replace(BOOKS, FAILS, BOOKS, FAILS, DONE);
  expect((await say('Book Friday.', 'k')).status).toBe(503);
  expect(await history()).toEqual([{ role: 'user', content: 'Book Friday.', function_calls: [kept] }]);
  expect((await say('Book Friday.', 'k')).status).toBe(503);
  expect((await say('Book Friday.', 'k')).body).toEqual({
    status: true,
    message: 'Booked.',
    function_calls: [kept],
  });
  expect(calls()).toHaveLength(1);
});

test.each(['reset', 'hang'] as const)('does not repeat a call with unknown outcome: %s', async (answer) => {
  const { say } = await chat({}, { timeout: 1 });
  mcp.answer(answer);
  installation.model.replace(BOOKS, BOOKS, FAILS, BOOKS, DONE);
  expect((await say('Book Friday.', 'k')).status).toBe(503);
  mcp.answer(text('booked'));
  const { body } = await say('Book Friday.', 'k');
  expect(resultOf(body)).toMatchObject({
    error: { message: 'It is unknown whether the tool call succeeded.' },
  });
  expect(calls()).toHaveLength(1);
});

test('repeats a call for which no session could be opened', async () => {
  const { say } = await chat();
  mcp.broken = { status: 500, body: '' };
  installation.model.replace(BOOKS, FAILS, BOOKS, DONE);
  expect((await say('Book Friday.', 'k')).status).toBe(503);
  expect(calls()).toHaveLength(0);
  mcp.broken = null;
  const { body } = await say('Book Friday.', 'k');
  expect(body.function_calls.at(-1)).toMatchObject({ result: { content: 'done' } });
  expect(calls()).toHaveLength(1);
});
