import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { eventually } from '../../kit/eventually.ts';
import { type FakeMcpServer, startMcpServer } from '../../kit/mcp-server.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let mcp: FakeMcpServer;
let account: Client;

const FIND = {
  name: 'orders/find',
  title: 'Find an order',
  description: 'Finds an order. {{secret}}',
  inputSchema: {
    type: 'object',
    properties: { id: { type: ['string', 'null'], format: 'uuid' } },
    required: ['id'],
  },
  annotations: { readOnlyHint: true },
};

beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  account = await server.account();
  mcp = await startMcpServer();
  mcp.tools = [FIND];
});
afterEach(() => mcp.close());

const created = async (fields: Record<string, unknown> = {}) =>
  account.post('/user/mcp-servers', { name: 'Shop', url: mcp.url, ...fields });

test('lists the tools of a new server, and sends its headers', async () => {
  const headers = [{ name: 'Authorization', value: 'Bearer secret-4711' }];
  const { status, body } = await created({ headers, timeout: 5 });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    name: 'Shop',
    url: mcp.url,
    headers,
    timeout: 5,
    tools_count: 1,
    error: null,
  });
  expect(body.data.tools_listed_at).toMatch(/Z$/);
  const sent = mcp.received.map((message) => message.headers['authorization']);
  expect(new Set(sent)).toEqual(new Set(['Bearer secret-4711']));
  const { id } = body.data;
  expect((await account.get('/user/mcp-servers')).body).toEqual([body.data]);
  expect((await account.get(`/user/mcp-servers/${id}`)).body).toEqual(body.data);
  const asked = mcp.received.length;
  const { data } = (await account.get(`/user/mcp-servers/${id}/tools`)).body;
  expect(data).toMatchObject({
    error: null,
    tools: [
      {
        name: 'orders/find',
        title: 'Find an order',
        description: FIND.description,
        is_read_only: true,
        parameters: {
          properties: { id: { type: 'string', description: '(format uuid)' } },
          required: ['id'],
        },
      },
    ],
  });
  expect(mcp.received).toHaveLength(asked);
});

test('stores headers encrypted', async () => {
  await created({ headers: [{ name: 'X-Key', value: 'secret-4711' }] });
  const rows = await server.database.query(
    'select row_to_json(mcp_servers)::text as text from mcp_servers',
    [],
  );
  expect(JSON.stringify(rows)).not.toContain('secret-4711');
  expect(JSON.stringify(rows)).not.toContain(Buffer.from('secret-4711').toString('hex'));
});

test('reads all pages, as JSON and as a stream of events', async () => {
  mcp.tools = Array.from({ length: 5 }, (_, index) => ({ ...FIND, name: `tool_${index}` }));
  mcp.pageSize = 2;
  expect((await created()).body.data.tools_count).toBe(5);
  mcp.streams = true;
  expect((await created()).body.data.tools_count).toBe(5);
});

test('renews the list when the server announces other tools, on request and after a change', async () => {
  const { id } = (await created()).body.data;
  const count = async (): Promise<number> => (await account.get(`/user/mcp-servers/${id}`)).body.tools_count;
  mcp.tools = [FIND, { ...FIND, name: 'second' }];
  await eventually(
    async () => mcp.listening(),
    (clients) => clients === 1,
  );
  mcp.announce();
  await eventually(count, (tools) => tools === 2);
  mcp.tools = [];
  const fresh = await account.get(`/user/mcp-servers/${id}/tools?refresh=true`);
  expect(fresh.body.data.tools).toEqual([]);
  mcp.tools = [FIND];
  const changed = await account.put(`/user/mcp-servers/${id}`, { name: 'Renamed', headers: null });
  expect(changed.body.data).toMatchObject({ name: 'Renamed', url: mcp.url, headers: [], tools_count: 1 });
});

describe('a server that fails', () => {
  test.each([
    ['hangs up', 'reset', 'The connection was closed before the response was complete.'],
    [
      'refuses access',
      { status: 401, body: '{}' },
      'The MCP server refused access (HTTP 401). Check its headers.',
    ],
    [
      'is a web page',
      { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } },
      'The response is not that of an MCP server (Streamable HTTP).',
    ],
    [
      'sends garbage',
      { status: 200, body: '{"jsonrpc":' },
      'The response is not that of an MCP server (Streamable HTTP).',
    ],
    ['sends too much', { status: 200, body: `"${'x'.repeat(5_000_000)}"` }, 'The response is too long.'],
    [
      'redirects elsewhere',
      { status: 307, body: '', headers: { location: 'https://elsewhere.example/mcp' } },
      'The MCP server redirects (HTTP 307). Use its new URL.',
    ],
    ['has an error', { status: 500, body: 'Oops' }, 'The MCP server answered with HTTP 500.'],
  ] as const)('is stored with the reason if it %s', async (_what, broken, error) => {
    mcp.broken = broken;
    const { status, body } = await created();
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ tools_count: 0, tools_listed_at: null, error });
    mcp.broken = null;
    const fixed = await account.get(`/user/mcp-servers/${body.data.id}/tools?refresh=1`);
    expect(fixed.body.data).toMatchObject({ error: null, tools: [{ name: 'orders/find' }] });
  });

  test('keeps the stored list', async () => {
    const { id } = (await created()).body.data;
    mcp.broken = 'reset';
    mcp.forgetSessions();
    const { data } = (await account.get(`/user/mcp-servers/${id}/tools?refresh=1`)).body;
    expect(data).toMatchObject({
      error: expect.stringContaining('closed'),
      tools: [{ name: 'orders/find' }],
    });
  });
});

test('refuses private addresses and headers of the protocol', async () => {
  const refused = await created({
    url: 'http://10.0.0.1/mcp',
    headers: [{ name: 'Mcp-Session-Id', value: 'x' }],
    timeout: 31,
  });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.errors).sort()).toEqual(['headers', 'timeout', 'url']);
});

test('a deleted server leaves the assistants and ends its sessions', async () => {
  const { id } = (await created()).body.data;
  const other = (await created()).body.data.id;
  const { id: assistant } = await createAssistant(account, {
    mcp_server_ids: [id, other],
    mcp_tools: [
      { server_id: id, tool: 'orders/find' },
      { server_id: other, tool: 'orders/find' },
    ],
  });
  expect(mcp.sessions()).toBe(2);
  expect((await account.delete(`/user/mcp-servers/${id}`)).status).toBe(200);
  expect((await account.get(`/user/assistant/${assistant}`)).body.data).toMatchObject({
    mcp_server_ids: [other],
    mcp_tools: [{ server_id: other, tool: 'orders/find' }],
  });
  await eventually(
    async () => mcp.sessions(),
    (sessions) => sessions === 1,
  );
  expect((await account.get(`/user/mcp-servers/${id}`)).status).toBe(404);
});

test('an assistant refuses servers of other accounts', async () => {
  const { id } = (await created()).body.data;
  const other = await server.account();
  const own = await createAssistant(other);
  const refused = await other.put(`/user/assistant/${own.id}`, {
    mcp_server_ids: [id],
    mcp_tools: [{ server_id: id, tool: 'orders/find' }],
  });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.errors)).toEqual(['mcp_server_ids.0', 'mcp_tools.0.server_id']);
});
