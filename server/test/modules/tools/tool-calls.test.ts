import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { type FakeModelServer, startFakeModelServer } from '../../kit/fake-model-server.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { startToolEndpoint, type ToolEndpoint } from '../../kit/tool-endpoint.ts';

let server: TestServer;
let model: FakeModelServer;
let endpoint: ToolEndpoint;
let account: Client;

beforeAll(async () => {
  model = await startFakeModelServer();
  endpoint = await startToolEndpoint();
  server = await startTestServer({
    environment: { PARLEY_LLM_BASE_URL: model.baseUrl, PARLEY_LLM_MODELS: 'fake' },
  });
  account = await server.account();
});
beforeEach(() => endpoint.reset());
afterAll(async () => {
  await server.stop();
  await Promise.all([model.close(), endpoint.close()]);
});

const orderId = { name: 'order_id', type: 'string', description: 'Order number' };

async function newTool(fields: Record<string, unknown> = {}): Promise<number> {
  const created = await account.post('/user/tools', {
    name: 'order_status',
    description: 'Looks up the status of an order.',
    endpoint: `${endpoint.origin}/orders/{order_id}`,
    method: 'GET',
    schema: [orderId],
    ...fields,
  });
  if (created.status !== 201) throw new Error(created.text);
  return created.body.data.id;
}

/** Opens a conversation with an assistant that has these tools. */
async function chat(toolIds: number[], fields: Record<string, unknown> = {}) {
  const assistant = await createAssistant(account, { tool_ids: toolIds, ...fields });
  const opened = await server.visitor.post('/conversations', { assistant_id: assistant.uuid });
  const path = `/conversations/${opened.body.conversation_id}`;
  return {
    say: async (message: string) => (await server.visitor.post(`${path}/messages`, { message })).body,
    history: async () => (await server.visitor.get(path)).body.history,
  };
}

async function fakeModelFields(): Promise<Record<string, unknown>> {
  const models = await account.get('/user/assistants/models?type=llm');
  return { llm_model_id: models.body.find((one: { name: string }) => one.name === 'fake').id };
}

describe('with a real model', () => {
  test('declares a tool with its schema, calls it with the collected values and reads its answer', async () => {
    const id = await newTool({ headers: [{ name: 'X-Key', value: 'secret-4711' }] });
    const { say, history } = await chat([id], await fakeModelFields());
    endpoint.answer({ body: { status: 'shipped', eta: 'Friday' } });
    model.requests.length = 0;
    model.script(
      { kind: 'answer', toolCalls: [{ name: 'order_status', arguments: { order_id: 'A 1/2' } }] },
      { kind: 'answer', text: 'It arrives on Friday.' },
    );
    const reply = await say('Where is my order A 1/2?');
    const call = {
      name: 'order_status',
      arguments: { order_id: 'A 1/2' },
      result: { status: 200, body: { status: 'shipped', eta: 'Friday' } },
    };
    expect(reply).toEqual({ status: true, message: 'It arrives on Friday.', function_calls: [call] });
    expect((await history()).at(-1)).toEqual({
      role: 'assistant',
      content: 'It arrives on Friday.',
      function_calls: [call],
    });
    expect(endpoint.calls).toMatchObject([
      { method: 'GET', url: '/orders/A%201%2F2', headers: { 'x-key': 'secret-4711' }, body: '' },
    ]);
    expect(model.requests[0]?.['tools']).toEqual([
      {
        type: 'function',
        function: {
          name: 'order_status',
          description: 'Looks up the status of an order.',
          parameters: {
            type: 'object',
            properties: { order_id: { type: 'string', description: 'Order number' } },
            required: ['order_id'],
            additionalProperties: false,
          },
        },
      },
    ]);
    // The model reads the answer and never sees a key.
    expect(JSON.stringify(model.requests[1])).toContain('Friday');
    expect(JSON.stringify(model.requests)).not.toContain('secret-4711');
  });

  test.each([
    ['GET', '/orders/7?note=a%26b&amount=2', ''],
    ['DELETE', '/orders/7?note=a%26b&amount=2', ''],
    ['POST', '/orders/7', '{"note":"a&b","amount":2}'],
    ['PUT', '/orders/7', '{"note":"a&b","amount":2}'],
    ['PATCH', '/orders/7', '{"note":"a&b","amount":2}'],
  ])('sends the values of a %s in the path, and in the query or body', async (method, url, body) => {
    const schema = [
      orderId,
      { name: 'note', type: 'string', description: 'What to note' },
      { name: 'amount', type: 'number', description: 'How many' },
    ];
    const { say } = await chat([await newTool({ method, schema })], await fakeModelFields());
    const values = { order_id: 7, note: 'a&b', amount: '2', invented: true };
    model.script({ kind: 'answer', toolCalls: [{ name: 'order_status', arguments: values }] });
    await say('Please do it.');
    expect(endpoint.calls).toMatchObject([{ method, url, body }]);
    const type = endpoint.calls[0]?.headers['content-type'];
    expect(type).toBe(body === '' ? undefined : 'application/json');
  });

  test.each([
    ['a refusal', { status: 404, body: { message: 'No such order.' } }, { status: 404 }],
    ['a failure', { status: 500, body: 'Oops' }, { status: 500, body: 'Oops' }],
    ['a long answer', { body: 'x'.repeat(70_000) }, { body: 'x'.repeat(65_536), truncated: true }],
  ])('passes %s from the endpoint to the model as an answer', async (_name, answer, expected) => {
    const { say } = await chat([await newTool()], await fakeModelFields());
    endpoint.answer(answer);
    model.script({ kind: 'answer', toolCalls: [{ name: 'order_status', arguments: { order_id: '7' } }] });
    const reply = await say('Where is order 7?');
    expect(reply.message).toBe('Hello from the fake model.');
    expect(reply.function_calls[0].result).toMatchObject(expected);
  });

  test('inserts variables into descriptions, URL and headers', async () => {
    const id = await newTool({
      description: 'Looks up orders of {{Company}} for {{customer_name|the customer}}.',
      endpoint: `${endpoint.origin}/{{company}}/orders/{order_id}?via={{channel}}&tag={{none}}`,
      headers: [
        { name: 'X-Tenant', value: 'shop-{{tenant.id}}' },
        { name: 'X-None', value: '{{none}}' },
      ],
      schema: [{ ...orderId, description: 'Order at {{company}}' }],
    });
    const variables = { company: 'Mill & Co/1', tenant: { id: 'Iași\r\n1' } };
    const { say } = await chat([id], { ...(await fakeModelFields()), variables });
    model.requests.length = 0;
    model.script({
      kind: 'answer',
      toolCalls: [{ name: 'order_status', arguments: { order_id: '{{none}}' } }],
    });
    await say('Where is my order?');
    expect(endpoint.calls).toMatchObject([
      {
        url: '/Mill%20%26%20Co%2F1/orders/%7B%7Bnone%7D%7D?via=widget&tag=',
        headers: { 'x-tenant': 'shop-Ia%C8%99i1' },
      },
    ]);
    expect(endpoint.calls[0]?.headers).not.toHaveProperty('x-none');
    expect(model.requests[0]?.['tools']).toMatchObject([
      {
        function: {
          description: 'Looks up orders of Mill & Co/1 for the customer.',
          parameters: { properties: { order_id: { description: 'Order at Mill & Co/1' } } },
        },
      },
    ]);
  });

  test.each([
    ['a visitor', 'own', 'Hello Eve'],
    ['the account', 'sent', 'Hello Eve'],
  ])(
    'variables sent by %s: the request has the %s token, texts the sent name',
    async (sender, token, text) => {
      const id = await newTool({
        description: 'Hello {{name}}',
        endpoint: `${endpoint.origin}/{{tenant.id}}/{{city}}/{order_id}`,
        headers: [{ name: 'Authorization', value: 'Bearer {{token}}' }],
      });
      const { uuid } = await createAssistant(account, {
        tool_ids: [id],
        ...(await fakeModelFields()),
        variables: { token: 'own', tenant: { id: 'own' }, name: 'Ana' },
      });
      const variables = { TOKEN: 'sent', 'tenant.id': 'sent', name: 'Eve', city: 'Cluj' };
      const client = sender === 'a visitor' ? server.visitor : account;
      const opened = await client.post('/conversations', { assistant_id: uuid, variables });
      model.requests.length = 0;
      model.script({ kind: 'answer', toolCalls: [{ name: 'order_status', arguments: { order_id: '7' } }] });
      const path = `/conversations/${opened.body.conversation_id}/messages`;
      await client.post(path, { message: 'Where is order 7?' });
      expect(endpoint.calls).toMatchObject([
        { url: `/${token}/Cluj/7`, headers: { authorization: `Bearer ${token}` } },
      ]);
      expect(model.requests[0]?.['tools']).toMatchObject([{ function: { description: text } }]);
    },
  );

  test('does not send stored headers that only the server may set', async () => {
    const id = await newTool({ headers: [{ name: 'X-Key', value: 'secret-4711' }] });
    const stored = [
      { name: 'X-Key', value: 'secret-4711' },
      { name: 'X-Parley-Customer-Phone', value: '+40721000001' },
      { name: 'Webhook-Extra', value: 'x' },
    ];
    const { secretBox } = server.dependencies.tools;
    const sealed = secretBox.encrypt(JSON.stringify(stored), `tool headers of ${account.userId}`);
    await server.database.query('update tools set sealed_headers = $2 where id = $1', [id, sealed]);
    const { say } = await chat([id], await fakeModelFields());
    model.script({ kind: 'answer', toolCalls: [{ name: 'order_status', arguments: { order_id: '7' } }] });
    await say('Where is order 7?');
    const headers = endpoint.calls[0]?.headers ?? {};
    expect(headers).toHaveProperty('x-key', 'secret-4711');
    expect(Object.keys(headers)).not.toContain('x-parley-customer-phone');
    expect(headers).toHaveProperty('webhook-extra', 'x');
  });

  test('does not call an endpoint whose path lacks the value of a variable', async () => {
    const id = await newTool({ endpoint: `${endpoint.origin}/{{company}}/orders` });
    const { say } = await chat([id], await fakeModelFields());
    model.script({ kind: 'answer', toolCalls: [{ name: 'order_status', arguments: { order_id: '7' } }] });
    const reply = await say('Where is my order?');
    expect(reply.function_calls[0].result).toEqual({
      error: { code: 'failed', message: 'The tool failed.' },
    });
    expect(endpoint.calls).toEqual([]);
  });

  test('fails a hanging endpoint at the tool’s timeout and continues the chat', async () => {
    const { say } = await chat([await newTool({ timeout: 1 })], await fakeModelFields());
    endpoint.answer('hang');
    model.script({ kind: 'answer', toolCalls: [{ name: 'order_status', arguments: { order_id: '7' } }] });
    const reply = await say('Where is order 7?');
    expect(reply.message).toBe('Hello from the fake model.');
    expect(reply.function_calls[0].result).toEqual({
      error: { code: 'timeout', message: 'The tool did not answer in time.' },
    });
  });

  test('rejects values that have the wrong type or would change the URL’s structure', async () => {
    const { say } = await chat([await newTool()], await fakeModelFields());
    model.script({ kind: 'answer', toolCalls: [{ name: 'order_status', arguments: {} }] });
    expect((await say('Where is it?')).function_calls[0].result.error.code).toBe('invalid-arguments');
    model.script({ kind: 'answer', toolCalls: [{ name: 'order_status', arguments: { order_id: '..' } }] });
    expect((await say('Where is it?')).function_calls[0].result).toEqual({
      error: { code: 'invalid-arguments', message: '{order_id} must be a value that can be part of a URL.' },
    });
    expect(endpoint.calls).toEqual([]);
  });

  test.each(['BAD', '[]', '{"order_id": '])(
    'reports unparsable arguments (%s) to the model and continues the chat',
    async (written) => {
      // No value is required, so a call that took unparsable arguments as none would succeed.
      const id = await newTool({ schema: [], endpoint: `${endpoint.origin}/orders` });
      const { say } = await chat([id], await fakeModelFields());
      model.requests.length = 0;
      model.script(
        { kind: 'answer', toolCalls: [{ name: 'order_status', arguments: written }] },
        { kind: 'answer', text: 'Which order do you mean?' },
      );
      const reply = await say('Where is it?');
      const error = { code: 'invalid-arguments', message: 'The arguments are not a JSON object.' };
      expect(reply).toEqual({
        status: true,
        message: 'Which order do you mean?',
        function_calls: [{ name: 'order_status', arguments: {}, result: { error } }],
      });
      expect(JSON.stringify(model.requests[1])).toContain(error.message);
      expect(endpoint.calls).toEqual([]);
    },
  );

  test('follows redirects of GET, without the keys on another host', async () => {
    const elsewhere = await startToolEndpoint();
    elsewhere.answer({ body: { status: 'moved' } });
    const headers = [{ name: 'X-Key', value: 'secret-4711' }];
    const { say } = await chat([await newTool({ headers })], await fakeModelFields());
    endpoint.answer({ status: 302, headers: { location: `${elsewhere.origin}/new` }, body: '' });
    model.script({ kind: 'answer', toolCalls: [{ name: 'order_status', arguments: { order_id: '7' } }] });
    const reply = await say('Where is order 7?');
    expect(reply.function_calls[0].result).toEqual({ status: 200, body: { status: 'moved' } });
    expect(elsewhere.calls[0]?.url).toBe('/new');
    expect(elsewhere.calls[0]?.headers).not.toHaveProperty('x-key');
    await elsewhere.close();
  });

  test('removes unstorable characters from the response of an endpoint', async () => {
    const { say, history } = await chat([await newTool()], await fakeModelFields());
    endpoint.answer({ body: { note: 'a\u0000b' } });
    model.script({ kind: 'answer', toolCalls: [{ name: 'order_status', arguments: { order_id: '7' } }] });
    expect((await say('Where is order 7?')).status).toBe(true);
    expect((await history()).at(-1).function_calls[0].result.body).toEqual({ note: 'ab' });
  });

  test('renames tools with equal or reserved names', async () => {
    const twins = [
      await newTool(),
      await newTool({ endpoint: `${endpoint.origin}/second/{order_id}` }),
      await newTool({ name: 'search_knowledgebase' }),
    ];
    const { say } = await chat(twins, await fakeModelFields());
    model.requests.length = 0;
    model.script({ kind: 'answer', toolCalls: [{ name: 'order_status_2', arguments: { order_id: '7' } }] });
    await say('Where is order 7?');
    const offered = JSON.stringify(model.requests[0]?.['tools']);
    for (const name of ['order_status', 'order_status_2', 'search_knowledgebase_2']) {
      expect(offered).toContain(`"name":"${name}"`);
    }
    expect(endpoint.calls.map(({ url }) => url)).toEqual(['/second/7']);
  });
});

describe('without any model', () => {
  test('asks for missing values, calls the tool and reports the result', async () => {
    const { say, history } = await chat([await newTool()]);
    endpoint.answer({ body: { message: 'Order A-4711 arrives on Friday.' } });
    const asked = await say('What is the status of my order?');
    expect(asked.message).toContain('order number');
    expect(asked.function_calls).toEqual([]);
    const reply = await say('It is A-4711.');
    expect(reply.message).toContain('arrives on Friday');
    expect(reply.function_calls).toEqual([
      {
        name: 'order_status',
        arguments: { order_id: 'A-4711' },
        result: { status: 200, body: { message: 'Order A-4711 arrives on Friday.' } },
      },
    ]);
    expect((await history()).at(-1).function_calls).toEqual(reply.function_calls);
    expect(endpoint.calls).toMatchObject([{ method: 'GET', url: '/orders/A-4711' }]);
  });

  test('removes a deleted tool from the next message on', async () => {
    const id = await newTool();
    const { say } = await chat([id]);
    await account.delete(`/user/tools/${id}`);
    expect((await say('What is the status of my order A-4711?')).function_calls).toEqual([]);
    expect(endpoint.calls).toEqual([]);
  });
});

describe('a manual trial', () => {
  test('runs once with given and dummy values, and shows request and answer without keys', async () => {
    const schema = [orderId, { name: 'amount', type: 'number', description: 'How many' }];
    const headers = [{ name: 'X-Key', value: 'secret-4711' }];
    const id = await newTool({ method: 'POST', schema, headers });
    endpoint.answer({ status: 201, body: { ok: true } });
    const tried = await account.post(`/user/tools/${id}/test`, { arguments: { order_id: 'A-1' } });
    expect(tried.status).toBe(200);
    expect(tried.body).toEqual({
      message: 'The tool answered.',
      data: {
        succeeded: true,
        request: { method: 'POST', url: `${endpoint.origin}/orders/A-1`, body: { amount: 1 } },
        result: { status: 201, body: { ok: true } },
        duration_ms: expect.any(Number),
      },
    });
    expect(endpoint.calls).toMatchObject([{ body: '{"amount":1}', headers: { 'x-key': 'secret-4711' } }]);
    expect(tried.text).not.toContain('secret-4711');
    expect((await account.post(`/user/tools/${id}/test`)).body.data.request.url).toContain('/orders/test');
  });

  test('fills in given variables, and others with a sample value', async () => {
    const id = await newTool({
      endpoint: `${endpoint.origin}/{{company}}/orders/{{Order No}}`,
      headers: [{ name: 'X-Tenant', value: '{{tenant}} {{zone|eu}}' }],
      schema: [],
    });
    const run = (variables: object) => account.post(`/user/tools/${id}/test`, { variables });
    const tried = await run({ company: 'Mill', order_no: 'A 1' });
    expect(tried.body.data.request.url).toBe(`${endpoint.origin}/Mill/orders/A%201`);
    expect(endpoint.calls).toMatchObject([{ headers: { 'x-tenant': 'test eu' } }]);
    const refused = await run({ company: '..' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['variables.company']]);
  });

  test('accepts parameters named like inherited object members', async () => {
    const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty'];
    const schema = names.map((name) => ({ name, type: 'string', description: 'Some value' }));
    const headers = [...names, '__proto__', 'Constructor'].map((name) => ({ name, value: `of ${name}` }));
    const id = await newTool({ method: 'POST', schema, headers });
    const given = { toString: 'given' };
    const tried = await account.post(`/user/tools/${id}/test`, { arguments: given });
    const dummies = Object.fromEntries(names.map((name) => [name, 'test']));
    expect(tried.body.data).toMatchObject({ succeeded: true, request: { body: { ...dummies, ...given } } });
    const [call] = endpoint.calls;
    expect(JSON.parse(call?.body ?? '')).toEqual({ ...dummies, ...given });
    expect(Object.entries(call?.headers ?? {})).toEqual(
      expect.arrayContaining([
        ['constructor', 'of constructor, of Constructor'],
        ['tostring', 'of toString'],
      ]),
    );
    expect(call?.rawHeaders).toContain('of __proto__');
  });

  test('rejects values of unknown parameters', async () => {
    const schema = [orderId, { name: 'amount', type: 'number', description: 'How many' }];
    const id = await newTool({ schema });
    const given = { order_id: { a: 1 }, amount: 'many', color: 'red' };
    const refused = await account.post(`/user/tools/${id}/test`, { arguments: given });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({
      'arguments.order_id': ['The arguments.order_id field must be a string.'],
      'arguments.amount': ['The arguments.amount field must be a number.'],
      'arguments.color': ['This tool has no parameter color.'],
    });
    const place = await account.post(`/user/tools/${id}/test`, { arguments: { order_id: '..' } });
    expect(place.status).toBe(422);
    const text = 'The arguments.order_id field must be a value that can be part of a URL.';
    expect(place.body).toEqual({ message: text, errors: { 'arguments.order_id': [text] } });
    expect(endpoint.calls).toEqual([]);
  });

  test('shows failures as the assistant would see them', async () => {
    endpoint.answer('hang');
    const id = await newTool({ timeout: 1 });
    const late = await account.post(`/user/tools/${id}/test`);
    expect(late.body).toMatchObject({
      message: 'The tool failed.',
      data: { succeeded: false, result: { error: { code: 'timeout' } } },
    });
    const unreachable = await newTool({ endpoint: 'http://127.0.0.1:9/orders' });
    const refused = await account.post(`/user/tools/${unreachable}/test`);
    expect(refused.body.data).toMatchObject({
      succeeded: false,
      result: { error: { code: 'failed', message: 'The connection was refused.' } },
    });
  });
});
