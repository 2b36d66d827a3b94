import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXPOSED_ROUTES } from '../../src/mcp/exposed-routes.ts';
import { createAssistant } from '../kit/assistants.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { mcpClient, shown } from '../kit/mcp-client.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import { sharedServer } from '../kit/shared-server.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});

/** A client of a new account, and the MCP client with its key. */
async function connected(era: 'legacy' | 'modern', options: Parameters<typeof mcpClient>[2] = {}) {
  const account = await server.account();
  const mcp = await mcpClient({ api: server.api, token: account.token }, era, options);
  const call = async (name: string, values: Record<string, unknown> = {}) =>
    shown(await mcp.callTool({ name, arguments: values }));
  return { account, mcp, call };
}

describe.each(['legacy', 'modern'] as const)('a client of the %s protocol', (era) => {
  it('introduces the server and lists tools with valid schemas, one for each exposed route', async () => {
    const { mcp } = await connected(era);
    expect(mcp.getServerVersion()).toMatchObject({ name: 'parley' });
    expect(mcp.getInstructions()).toContain('Test an assistant in a chat first');
    const { tools } = await mcp.listTools();
    expect(tools).toHaveLength(Object.keys(EXPOSED_ROUTES).length);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { name, inputSchema } of tools) {
      expect(name).toMatch(/^[A-Za-z_]{1,64}$/);
      expect(() => ajv.compile(inputSchema), name).not.toThrow();
    }
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints['assistants_get']).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(hints['assistants_create']).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(hints['assistants_delete']).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    for (const name of ['assistants_update', 'tools_update', 'campaigns_update']) {
      expect(hints[name], name).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    }
  });

  it('sets an assistant up, teaches it and chats with it', async () => {
    const { call } = await connected(era);
    const [language] = asList((await call('languages_list')).data['items']);
    const [voice] = asList((await call('voices_list', { mode: 'pipeline', language_id: 1 })).data['items']);
    const models = asList((await call('models_list', { type: 'llm' })).data['items']);
    const offline = models.find(({ name }) => /offline/i.test(String(name)));
    const base = shownObject((await call('knowledgebases_create', { name: 'Hotel' })).data['data']);
    const added = await call('documents_create', {
      knowledgebase_id: base['id'],
      name: 'Breakfast',
      type: 'txt',
      text: 'Breakfast is served from seven to ten.',
    });
    expect(added.text).toContain('status: processing');
    const created = await call('assistants_create', {
      name: 'Reception',
      voice_id: voice?.['id'],
      language_id: language?.['id'],
      type: 'inbound',
      mode: 'pipeline',
      timezone: 'Europe/Bucharest',
      initial_message: 'Mill Inn, hello.',
      system_prompt: 'You help guests. Breakfast is at seven.',
      llm_model_id: offline?.['id'],
    });
    const { id } = shownObject(created.data['data']);
    const { uuid } = shownObject((await call('assistants_get', { id })).data['data']);
    const chat = await call('publicConversations_create', { assistant_id: uuid, type: 'test' });
    const { conversation_id: conversation } = chat.data;
    const values = { uuid: conversation, message: 'When is breakfast?' };
    const reply = await agreed(call, 'publicConversations_messages_create', values);
    expect(reply.text).toContain('seven');
  });

  it('explains refused arguments', async () => {
    const { call } = await connected(era);
    expect(await call('assistants_get', { uuid: 'x' })).toMatchObject({
      isError: true,
      text: 'Unknown argument: uuid. This tool takes: id.',
    });
    expect(await call('assistants_get')).toMatchObject({
      isError: true,
      text: 'The argument id is missing.',
    });
    const { isError, text, data } = await call('assistants_create', { name: 'Reception', mode: 'telepathy' });
    expect({ isError, errors: Object.keys(shownObject(data['errors'])) }).toMatchObject({
      isError: true,
      errors: expect.arrayContaining(['mode', 'voice_id', 'system_prompt']),
    });
    expect(text).toContain('HTTP 422');
  });

  it('reads nothing of another account', async () => {
    const { mcp, call } = await connected(era);
    const { id } = await createAssistant(await server.account());
    expect(await call('assistants_get', { id })).toEqual(await call('assistants_get', { id: 999_999_999 }));
    await expect(mcp.readResource({ uri: `parley://assistants/${id}` })).rejects.toThrow(
      'There is no resource',
    );
  });

  it('reads guides, assistants and transcripts as resources', async () => {
    const { account, mcp } = await connected(era);
    const { id, uuid } = await createAssistant(account, { name: 'Reception' });
    const opened = await account.post('/conversations', { assistant_id: uuid, type: 'test' });
    const { resources } = await mcp.listResources();
    const read = async (uri: string) => {
      expect(resources.map((one) => one.uri)).toContain(uri);
      return (await mcp.readResource({ uri })).contents
        .map((one) => ('text' in one ? one.text : ''))
        .join('');
    };
    expect(await read('parley://docs/guides/campaigns')).toMatch(/^# /m);
    expect(JSON.parse(await read(`parley://assistants/${id}`)).data.name).toBe('Reception');
    const transcript = await read(`parley://conversations/${opened.body.conversation_id}/transcript`);
    expect(transcript).toMatch(/ ai: Hello! How can I help you\?$/);
    expect((await mcp.listResourceTemplates()).resourceTemplates).toHaveLength(4);
    for (const uri of ['parley://docs/../README', 'parley://docs/guides/nonsense', 'file:///etc/passwd']) {
      await expect(mcp.readResource({ uri })).rejects.toThrow('There is no resource');
    }
  });

  it('offers prompts and requires their arguments', async () => {
    const { mcp } = await connected(era);
    const { prompts } = await mcp.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['set_up_assistant', 'review_calls', 'write_prompt']);
    const { messages } = await mcp.getPrompt({ name: 'review_calls', arguments: { day: '2026-01-31' } });
    expect(JSON.stringify(messages)).toContain('calls of 2026-01-31');
    await expect(mcp.getPrompt({ name: 'write_prompt' })).rejects.toThrow('The argument task is missing.');
    await expect(mcp.getPrompt({ name: 'nonsense' })).rejects.toThrow('There is no prompt nonsense.');
  });

  it('shortens long answers and says so', async () => {
    const { account, call } = await connected(era);
    const { id } = await createAssistant(account, { system_prompt: 'Be kind. '.repeat(11_000) });
    const { text, data } = await call('assistants_get', { id });
    expect(text).toContain('data.system_prompt: only the first 40000 of 98999 characters.');
    expect(JSON.stringify(data).length).toBeLessThan(80_000);
  });
});

describe('arguments of the path', () => {
  it.each(['.', '..', ' .. '])(
    'refuse %j, which would address another resource, before consent',
    async (id) => {
      const { account, call } = await connected('legacy');
      const base = await account.post('/user/knowledgebases', { name: 'Hotel' });
      const refusal = { isError: true, text: `The argument id is not valid: “${id}”.` };
      const values = { knowledgebase_id: base.body.data.id, id };
      expect(await call('documents_delete', values)).toMatchObject(refusal);
      expect(await call('documents_delete', { ...values, confirm: true })).toMatchObject(refusal);
      expect((await account.get(`/user/knowledgebases/${base.body.data.id}`)).status).toBe(200);
      const uuid = await call('conversations_get', { uuid: id });
      expect(uuid.text).toBe(`The argument uuid is not valid: “${id}”.`);
    },
  );

  it('refuse invalid ids before consent', async () => {
    const { call } = await connected('legacy');
    const { isError, text } = await call('assistants_delete', { id: 'reception' });
    expect({ isError, text }).toEqual({ isError: true, text: 'The argument id is not valid: “reception”.' });
  });
});

describe('secret headers', () => {
  const secret = 'Bearer of-the-till';
  const headers = [{ name: 'authorization', value: secret }];

  it('are masked in results, and their masks are not stored', async () => {
    const { account, call } = await connected('legacy');
    const hook = { url: 'https://example.com/hook', events: ['*'], headers };
    const made = await call('tools_create', {
      name: 'room_status',
      description: 'Reads a room',
      endpoint: 'https://example.com/rooms',
      method: 'GET',
      headers,
    });
    const { id } = shownObject(made.data['data']);
    const results = [
      made,
      await call('tools_list'),
      await call('tools_get', { id }),
      await call('tools_update', { id, description: 'Reads the state of a room' }),
      await agreed(call, 'webhookEndpoints_create', hook),
      await call('webhookEndpoints_list'),
    ];
    for (const result of results) {
      expect(result.isError).toBe(false);
      expect(result.text).toContain('value: ••••••••');
      expect(JSON.stringify(result)).not.toContain(secret);
    }
    const masked = [{ name: 'authorization', value: '••••••••' }];
    const refused = await call('tools_update', { id, headers: masked });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('Leave headers out') });
    expect((await account.get(`/user/tools/${id}`)).body.headers).toEqual(headers);
    await call('tools_update', { id, headers: [{ name: 'authorization', value: 'Bearer new' }] });
    expect((await account.get(`/user/tools/${id}`)).body.headers[0].value).toBe('Bearer new');
  });
});

describe('consent', () => {
  it.each([
    ['campaigns_update', { id: 7, name: 'Spring' }, 'Changes campaign 7.'],
    ['publicConversations_messages_create', { uuid: 'x', message: 'Hi' }, 'Sends this to the assistant'],
    ['tools_update', { id: 3, endpoint: 'https://example.com/x' }, 'to https://example.com/x from now on.'],
    [
      'webhookEndpoints_create',
      { url: 'https://example.com', events: ['*'] },
      'to https://example.com from now on.',
    ],
  ])('is needed for %s', async (name, values, sentence) => {
    const { call } = await connected('legacy');
    const { isError, text, data } = await call(name, values);
    expect(isError).toBe(true);
    expect(text).toContain('Nothing was done yet.');
    expect(text).toContain(sentence);
    expect(data).toEqual({ warning: expect.stringContaining(sentence), confirm: codeIn(text) });
  });

  it('requires the code of its sentence from clients that cannot ask', async () => {
    const { account, mcp, call } = await connected('legacy');
    const { id } = await createAssistant(account);
    const { tools } = await mcp.listTools();
    const schema = tools.find(({ name }) => name === 'assistants_delete')?.inputSchema;
    // A model fills required arguments and constants at once, without reading the sentence.
    expect(schema?.required).toEqual(['id']);
    expect(schema?.properties?.['confirm']).not.toHaveProperty('const');
    const refused = await call('assistants_delete', { id });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain(
      `Nothing was done yet. Deletes assistant ${id} and frees its phone number.`,
    );
    expect((await account.get(`/user/assistant/${id}`)).status).toBe(200);
    const { id: other } = await createAssistant(account);
    const code = codeIn((await call('assistants_delete', { id: other })).text);
    for (const confirm of [true, 'true', code]) {
      expect((await call('assistants_delete', { id, confirm })).text).toBe(refused.text);
    }
    expect((await agreed(call, 'assistants_delete', { id })).text).toContain('deleted');
    expect((await account.get(`/user/assistant/${other}`)).status).toBe(200);
    expect((await account.get(`/user/assistant/${id}`)).status).toBe(404);
  });

  it('asks the user through clients that can, even if the model confirms', async () => {
    const { account, mcp, call } = await connected('modern', { capabilities: { elicitation: { form: {} } } });
    const { id } = await createAssistant(account);
    const { tools } = await mcp.listTools();
    const tool = tools.find(({ name }) => name === 'assistants_delete');
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(['id']);
    const asked: string[] = [];
    const answers = [
      { action: 'decline' as const },
      { action: 'accept' as const, content: { confirm: false } },
      { action: 'accept' as const, content: { confirm: true } },
    ];
    mcp.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return answers.shift() ?? { action: 'cancel' };
    });
    for (const isGone of [false, false, true]) {
      const { isError } = await call('assistants_delete', { id, confirm: true });
      expect(isError).toBe(!isGone);
      expect((await account.get(`/user/assistant/${id}`)).status).toBe(isGone ? 404 : 200);
    }
    expect(asked).toEqual(
      Array(3).fill(`Deletes assistant ${id} and frees its phone number. Its calls and chats stay.`),
    );
  });
});

describe('the endpoint', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const accept = 'application/json, text/event-stream';

  it('answers only requests with a key, and none from pages of other origins', async () => {
    const account = await server.account();
    expect((await server.visitor.post('/mcp', initialize, { accept })).status).toBe(401);
    const wrong = await server.client('parley_wrong').post('/mcp', initialize, { accept });
    expect({ status: wrong.status, body: wrong.body }).toEqual({
      status: 401,
      body: { message: 'Unauthenticated.' },
    });
    const foreign = await account.post('/mcp', initialize, { accept, origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await account.post('/mcp', initialize, { accept })).status).toBe(200);
    expect((await account.post('/mcp', initialize, { accept, origin: server.address })).status).toBe(200);
    await expect(mcpClient({ api: server.api, token: 'parley_wrong' }, 'legacy')).rejects.toThrow();
  });

  it('has no sessions: 405 for GET and DELETE, and also answers at /mcp', async () => {
    const account = await server.account();
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await account.request(method, '/mcp', { headers: { accept } });
      expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'POST, OPTIONS' });
    }
    const mcp = await mcpClient({ api: server.address, token: account.token }, 'modern');
    expect((await mcp.listTools()).tools.length).toBeGreaterThan(10);
  });

  it('answers broken messages with protocol errors', async () => {
    const account = await server.account();
    const json = { accept, 'content-type': 'application/json' };
    const code = async (body: unknown) => (await account.post('/mcp', body, json)).text;
    expect(await code('{"jsonrpc":')).toContain('-32700');
    expect(await code({ jsonrpc: '2.0', id: 2, method: 'nonsense/list' })).toContain('-32601');
    const unknown = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'nonsense' } };
    expect(await code(unknown)).toContain('There is no tool nonsense.');
    const version = { ...json, 'mcp-protocol-version': '1999-01-01' };
    expect((await account.post('/mcp', { ...unknown, method: 'tools/list' }, version)).status).toBe(400);
    expect((await account.post('/mcp', initialize, { ...json, accept: 'text/html' })).status).toBe(406);
  });

  it('answers any request of a client at any process', async () => {
    const other = await startTestServer({ beside: server.testDatabase });
    endsWithTest(() => other.stop());
    const account = await server.account();
    const { id } = await createAssistant(account);
    const post = (api: string, message: object) =>
      fetch(`${api}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${account.token}`, accept, 'content-type': 'application/json' },
        body: JSON.stringify(message),
      });
    expect((await post(server.api, initialize)).status).toBe(200);
    expect((await post(other.api, { jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    const params = { name: 'assistants_get', arguments: { id } };
    const answer = await post(other.api, { jsonrpc: '2.0', id: 2, method: 'tools/call', params });
    expect(await answer.text()).toContain('Reception');
  });

  it('shows only the chosen tools', async () => {
    const { mcp, call } = await connected('legacy', { path: '/mcp?groups=assistants,calls&read_only=1' });
    const names = (await mcp.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('calls_get');
    expect(names).not.toContain('assistants_create');
    expect(names).not.toContain('campaigns_list');
    await expect(call('assistants_create')).rejects.toThrow('There is no tool assistants_create.');
    const account = await server.account();
    const { status, body } = await account.post('/mcp?groups=nonsense', initialize, { accept });
    expect({ status, errors: Object.keys(body.errors) }).toEqual({ status: 422, errors: ['groups'] });
  });

  it('repeats nothing for the same idempotency key', async () => {
    const { account, call } = await connected('modern');
    const values = { name: 'Hotel', idempotency_key: 'one' };
    const first = await call('knowledgebases_create', values);
    expect(await call('knowledgebases_create', values)).toEqual(first);
    expect((await account.get('/user/knowledgebases')).body.data).toHaveLength(1);
  });

  it('counts tool calls against the limits of the key', async () => {
    const { account, call } = await connected('modern');
    await insertNumber(account);
    const sent = { sender_id: 1, recipient_phone: '+40722000000', message: 'Hi' };
    const { text: refusal } = await call('msgapp_sendFreeform', sent);
    const values = { ...sent, confirm: codeIn(refusal) };
    const results = await Promise.all(Array.from({ length: 8 }, () => call('msgapp_sendFreeform', values)));
    expect(results.map(({ text }) => text).join()).toContain('HTTP 429');
  });
});

/** The code by which a call can be confirmed. */
function codeIn(text: string): string {
  return /confirm: "(\w+)"/.exec(text)?.[1] ?? '';
}

/** Calls a tool that needs consent, and confirms the call. */
async function agreed(
  call: Awaited<ReturnType<typeof connected>>['call'],
  name: string,
  values: Record<string, unknown>,
): ReturnType<typeof call> {
  return call(name, { ...values, confirm: codeIn((await call(name, values)).text) });
}

function asList(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value : [];
}

function shownObject(value: unknown): Record<string, unknown> {
  return { ...Object(value) };
}
