import { beforeAll, expect, test } from 'vitest';
import { WIDGET_DEFAULTS } from '#contract/widget-settings.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
});

test('a widget has defaults for what a client does not set', async () => {
  const assistant = await createAssistant(account, { widget_settings: { color: '#ff0000' } });
  expect(assistant['widget_settings']).toEqual({ ...WIDGET_DEFAULTS, color: '#ff0000' });
});

test('an update keeps settings that it does not name, null restores a default, and null for all restores all', async () => {
  const { id } = await createAssistant(account, { widget_settings: { title: 'Shop', theme: 'dark' } });
  const path = `/user/assistant/${id}`;
  const after = async (widget_settings: unknown) => {
    expect((await account.put(path, { widget_settings })).status).toBe(200);
    return (await account.get(path)).body.data.widget_settings;
  };
  const shop = { ...WIDGET_DEFAULTS, title: 'Shop', theme: 'dark' };
  expect(await after({ color: '#00ff00' })).toEqual({ ...shop, color: '#00ff00' });
  expect(await after({ color: null, title: null })).toEqual({ ...shop, title: null });
  expect(await after(null)).toEqual(WIDGET_DEFAULTS);
});

test('two clients that change different settings at once keep both changes', async () => {
  const { id } = await createAssistant(account);
  const path = `/user/assistant/${id}`;
  const changes = [{ title: 'Shop' }, { subtitle: 'Daily' }, { placeholder: 'Ask' }, { theme: 'dark' }];
  await Promise.all(changes.map((widget_settings) => account.put(path, { widget_settings })));
  expect((await account.get(path)).body.data.widget_settings).toMatchObject(Object.assign({}, ...changes));
});

const OPEN = { day: 'monday', opens: '09:00', closes: '17:00' };

test.each([
  ['title', 'x'.repeat(61), 'title'],
  ['language', 'zh', 'language'],
  ['starters', Array.from({ length: 7 }, () => 'a'), 'starters'],
  ['starters', ['a', 'b'.repeat(81)], 'starters.1'],
  ['consent_text', 'x'.repeat(501), 'consent_text'],
  ['working_hours', [OPEN, OPEN], 'working_hours'],
  ['working_hours', [{ ...OPEN, closes: '09:00' }], 'working_hours.0.closes'],
  ['working_hours', [{ ...OPEN, opens: '9' }], 'working_hours.0.opens'],
  ['working_hours', [{ ...OPEN, day: 'someday' }], 'working_hours.0.day'],
])('refuses the widget %s %j', async (field, value, at) => {
  const { id } = await createAssistant(account);
  const answer = await account.put(`/user/assistant/${id}`, { widget_settings: { [field]: value } });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual([`widget_settings.${at}`]);
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

test("a widget's settings are public, without the rest of the assistant, and new settings are seen at once", async () => {
  const { id, uuid } = await createAssistant(account, {
    initial_message: 'Welcome to {{shop}}!',
    variables: { shop: 'Harbour Books' },
    widget_settings: { theme: 'dark', position: 'bottom-left' },
  });
  const answer = await server.visitor.get(`/widgets/${uuid}`, { origin: 'https://shop.example' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('public, no-cache');
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
      title: null,
      subtitle: null,
      language: 'auto',
      starters: [],
      greeting_bubble: null,
      placeholder: null,
      consent_text: null,
      away_text: null,
      away_contact: null,
      calls_enabled: false,
      files_enabled: true,
      is_away: false,
      picture: null,
    },
  });
  const etag = answer.headers.get('etag') ?? '';
  const again = () => server.visitor.get(`/widgets/${uuid}`, { 'if-none-match': etag });
  expect((await again()).status).toBe(304);
  await account.put(`/user/assistant/${id}`, { widget_settings: { title: 'Books' } });
  const changed = await again();
  expect(changed.status).toBe(200);
  expect(changed.body.widget.title).toBe('Books');
});

test('is away outside the working hours of the assistant’s time zone', async () => {
  // Of two days that follow each other, at most one is today anywhere.
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const wholeDay = (day: string) => ({ day, opens: '00:00', closes: '24:00' });
  const { id, uuid } = await createAssistant(account, {
    widget_settings: { working_hours: days.map(wholeDay) },
  });
  const isAway = async () => (await server.visitor.get(`/widgets/${uuid}`)).body.widget.is_away;
  expect(await isAway()).toBe(false);
  const today = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date());
  const others = days.filter((day) => day !== today.toLowerCase());
  await account.put(`/user/assistant/${id}`, {
    timezone: 'UTC',
    widget_settings: { working_hours: others.map(wholeDay) },
  });
  expect(await isAway()).toBe(true);
});

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function upload(id: unknown, bytes: Buffer | null, by = account) {
  const body = new FormData();
  if (bytes !== null) body.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'face.png');
  return by.put(`/user/assistant/${id}/widget-picture`, body);
}

test('a picture is served with a lasting address until it is replaced or removed', async () => {
  const { id, uuid } = await createAssistant(account);
  const saved = await upload(id, PICTURE);
  expect(saved.status).toBe(200);
  const { picture } = saved.body.data;
  expect((await server.visitor.get(`/widgets/${uuid}`)).body.widget.picture).toBe(picture);
  const shown = await fetch(`${server.address}${picture}`);
  expect(Buffer.from(await shown.arrayBuffer()).equals(PICTURE)).toBe(true);
  expect(shown.headers.get('content-type')).toBe('image/png');
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  expect(shown.headers.get('access-control-allow-origin')).toBe('*');
  expect((await account.delete(`/user/assistant/${id}/widget-picture`)).status).toBe(200);
  expect((await fetch(`${server.address}${picture}`)).status).toBe(404);
  expect((await server.visitor.get(`/widgets/${uuid}`)).body.widget.picture).toBeNull();
});

test('refuses files that are no picture, too large, or missing', async () => {
  const { id } = await createAssistant(account);
  const large = Buffer.concat([PICTURE, Buffer.alloc(600_000)]);
  const wide = Buffer.from(PICTURE);
  wide.writeUInt32BE(5000, 16);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const bytes of [svg, Buffer.from('MZ'), Buffer.alloc(0), wide, large, null]) {
    const answer = await upload(id, bytes);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['file']);
  }
});

test('the picture of another account’s assistant cannot be set or removed, and a private one is not shown', async () => {
  const { id, uuid } = await createAssistant(account, { is_public: false });
  const { picture } = (await upload(id, PICTURE)).body.data;
  const other = await server.account();
  expect((await upload(id, PICTURE, other)).status).toBe(404);
  expect((await other.delete(`/user/assistant/${id}/widget-picture`)).status).toBe(404);
  expect((await fetch(`${server.address}${picture}`)).status).toBe(404);
  expect((await account.get(`/widgets/${uuid}/picture`)).status).toBe(200);
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
