import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
});
afterAll(() => server.stop());

test('a widget keeps what is not set and takes a site, a colour and a place', async () => {
  const assistant = await createAssistant(account, { widget_settings: { color: '#ff0000' } });
  expect(assistant['widget_settings']).toEqual({
    theme: 'light',
    color: '#ff0000',
    position: 'bottom-right',
    allowed_origins: [],
  });
});

test.each([
  ['theme', 'pink'],
  ['color', 'red'],
  ['position', 'middle'],
])('refuses a widget %s of %s', async (field, value) => {
  const { id } = await createAssistant(account);
  const answer = await account.put(`/user/assistant/${id}`, { widget_settings: { [field]: value } });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual([`widget_settings.${field}`]);
});

test.each(['shop.example', 'https://shop.example/path', 'ftp://shop.example'])(
  'refuses %s as an origin',
  async (origin) => {
    const { id } = await createAssistant(account);
    const answer = await account.put(`/user/assistant/${id}`, {
      widget_settings: { allowed_origins: [origin] },
    });
    expect(Object.keys(answer.body.errors)).toEqual(['widget_settings.allowed_origins.0']);
  },
);

test('only the listed sites, our own pages and programs may open a conversation', async () => {
  const { uuid } = await createAssistant(account, {
    widget_settings: { allowed_origins: ['https://shop.example'] },
  });
  const open = (type: string, origin?: string) =>
    server.visitor.post(
      '/conversations',
      { assistant_id: uuid, type },
      origin === undefined ? {} : { origin },
    );
  expect((await open('widget', 'https://shop.example')).status).toBe(200);
  expect((await open('widget')).status).toBe(200);
  expect((await open('test', server.address)).status).toBe(200);
  expect((await open('test', 'https://elsewhere.example')).status).toBe(400);
  const refused = await open('widget', 'https://elsewhere.example');
  expect(refused.status).toBe(400);
  expect(refused.body).toEqual({
    status: false,
    error: 'This site may not open a conversation with this assistant.',
  });
});
