import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
});
afterAll(() => server.stop());

test('a widget keeps unset fields and accepts an origin, a color and a position', async () => {
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

test('an origin is stored as browsers send it', async () => {
  const { id, uuid } = await createAssistant(account, {
    widget_settings: { allowed_origins: ['https://münchen.example', 'http://LOCALHOST:4299/'] },
  });
  const { data } = (await account.get(`/user/assistant/${id}`)).body;
  expect(data.widget_settings.allowed_origins).toEqual([
    'https://xn--mnchen-3ya.example',
    'http://localhost:4299',
  ]);
  for (const origin of data.widget_settings.allowed_origins) {
    const opened = await server.visitor.post(
      '/conversations',
      { assistant_id: uuid, type: 'widget' },
      { origin },
    );
    expect(opened.status, origin).toBe(200);
  }
});

test('only listed sites, our own pages and programs may open a conversation', async () => {
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

test("a widget's settings are public and cached for a minute, without the rest of the assistant", async () => {
  const { uuid } = await createAssistant(account, {
    initial_message: 'Welcome to {{shop}}!',
    variables: { shop: 'Harbour Books' },
    widget_settings: { theme: 'dark', position: 'bottom-left' },
  });
  const answer = await server.visitor.get(`/widgets/${uuid}`, { origin: 'https://shop.example' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
  expect(answer.headers.get('vary')).toMatch(/\borigin\b/i);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.body).toEqual({
    status: true,
    widget: {
      name: 'Reception',
      greeting: 'Welcome to Harbour Books!',
      theme: 'dark',
      color: '#2563eb',
      position: 'bottom-left',
    },
  });
});

test('a page that is not listed may not show the widget', async () => {
  const { uuid } = await createAssistant(account, {
    widget_settings: { allowed_origins: ['https://shop.example'] },
  });
  const read = (origin: string) => server.visitor.get(`/widgets/${uuid}`, { origin });
  expect((await read('https://shop.example')).status).toBe(200);
  expect((await read(server.address)).status).toBe(200);
  const refused = await read('https://elsewhere.example');
  expect(refused.status).toBe(400);
  expect(refused.headers.get('cache-control')).toBeNull();
  expect(refused.body).toEqual({
    status: false,
    error: 'This site may not open a conversation with this assistant.',
  });
});

test('the widget of a deleted, missing or malformed assistant id is not found', async () => {
  const { id, uuid } = await createAssistant(account);
  await account.delete(`/user/assistant/${id}`);
  for (const one of [uuid, '00000000-0000-4000-8000-000000000000', 'nonsense']) {
    const answer = await server.visitor.get(`/widgets/${one}`);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ status: false, error: 'Assistant not found.' });
  }
});
