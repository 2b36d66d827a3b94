import { afterAll, beforeAll, expect, test } from 'vitest';
import { assistantFields, createAssistant } from '../../kit/assistants.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

const PRIVATE = 'http://127.0.0.1:8080/hook';
const OTHER = 'http://10.0.0.5/hook';
const ALLOWED = 'http://192.168.1.10/hook';
const PUBLIC = 'https://example.com/hook';

let server: TestServer;
let account: Client;
let assistant: { id: number };

beforeAll(async () => {
  server = await startTestServer({ environment: { PARLEY_ALLOW_PRIVATE_CIDRS: '192.168.1.10' } });
  account = await server.account();
  assistant = await createAssistant(account);
});
afterAll(() => server.stop());

const toolFields = { name: 'look_up', description: 'Looks something up.', method: 'GET' };

/** Requests that save a URL, by field. */
const saves: [title: string, field: string, save: (url: string) => Promise<Answer>][] = [
  [
    'a new assistant',
    'webhook_url',
    async (url) => account.post('/user/assistant', { ...(await assistantFields(account)), webhook_url: url }),
  ],
  ...(['webhook_url', 'conversation_ended_webhook_url'] as const).map((field): (typeof saves)[number] => [
    `the ${field} of an assistant`,
    field,
    (url) => account.put(`/user/assistant/${assistant.id}`, { [field]: url }),
  ]),
  ...(['webhook', 'inbound-webhook', 'conversation-ended-webhook'] as const).map(
    (toggle): (typeof saves)[number] => [
      `enable-${toggle}`,
      'webhook_url',
      (url) =>
        account.post(`/user/assistants/enable-${toggle}`, { assistant_id: assistant.id, webhook_url: url }),
    ],
  ),
  [
    'a new webhook endpoint',
    'url',
    (url) => account.post('/user/webhook-endpoints', { url: `${url}/endpoint`, events: ['*'] }),
  ],
  ['a new tool', 'endpoint', (endpoint) => account.post('/user/tools', { ...toolFields, endpoint })],
];

test.each(saves)(
  '%s refuses a private address in %s, unless the operator allows it',
  async (_title, field, save) => {
    const refused = await save(PRIVATE);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({
      [field]: [
        'The address is not public (loopback). The operator of this server can allow it with PARLEY_ALLOW_PRIVATE_CIDRS.',
      ],
    });
    for (const url of [ALLOWED, PUBLIC]) expect((await save(url)).status).toBeLessThan(300);
  },
);

test('stored private URLs can be read and written back, but not replaced by others', async () => {
  const tool = (await account.post('/user/tools', { ...toolFields, endpoint: PUBLIC })).body.data;
  const endpoint = (await account.post('/user/webhook-endpoints', { url: `${PUBLIC}/stored`, events: ['*'] }))
    .body.data;
  const { database } = server;
  await database.query('update tools set endpoint = $2 where id = $1', [tool.id, PRIVATE]);
  await database.query('update webhook_targets set url = $2 where id = $1', [endpoint.id, PRIVATE]);
  await database.query(
    `update assistants set webhook_url = $2, inbound_webhook_url = $2, conversation_ended_webhook_url = $2
     where id = $1`,
    [assistant.id, PRIVATE],
  );
  const path = `/user/assistant/${assistant.id}`;
  const { webhook_url, conversation_ended_webhook_url } = (await account.get(path)).body.data;
  const toggle = { assistant_id: assistant.id, webhook_url: PRIVATE };
  const kept = [
    await account.put(path, { webhook_url, conversation_ended_webhook_url }),
    await account.post('/user/assistants/enable-inbound-webhook', toggle),
    await account.put(`/user/tools/${tool.id}`, (await account.get(`/user/tools/${tool.id}`)).body),
    await account.put(`/user/webhook-endpoints/${endpoint.id}`, { url: PRIVATE, events: ['*'] }),
  ];
  expect(kept.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const changed = [
    await account.put(path, { webhook_url: OTHER, conversation_ended_webhook_url: OTHER }),
    await account.post('/user/assistants/enable-inbound-webhook', { ...toggle, webhook_url: OTHER }),
    await account.put(`/user/tools/${tool.id}`, { endpoint: OTHER }),
    await account.put(`/user/webhook-endpoints/${endpoint.id}`, { url: OTHER }),
  ];
  expect(changed.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual([
    [422, ['webhook_url', 'conversation_ended_webhook_url']],
    [422, ['webhook_url']],
    [422, ['endpoint']],
    [422, ['url']],
  ]);
});
