import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
});

interface Widget {
  id: number;
  uuid: string;
  secret: string;
}

async function widget(owner = account): Promise<Widget> {
  const { id, uuid } = await createAssistant(owner);
  const { status, body } = await owner.post(`/user/assistant/${id}/widget-secret`);
  expect(status).toBe(201);
  return { id: Number(id), uuid: String(uuid), secret: body.data.secret };
}

const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token of the website; each one differs. */
function token({ uuid, secret }: Widget, claims: object = {}): string {
  const exp = Math.floor(Date.now() / 1000) + 300;
  const content = `${coded({ alg: 'HS256', typ: 'JWT' })}.${coded({ sub: 'ana', aud: uuid, exp, jti: randomUUID(), ...claims })}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

const identify = ({ uuid }: Widget, body: object) => server.visitor.post(`/widgets/${uuid}/identify`, body);

async function open({ uuid }: Widget, fields: object = {}): Promise<string> {
  const { status, body } = await server.visitor.post('/conversations', { assistant_id: uuid, ...fields });
  expect(status).toBe(200);
  return body.conversation_id;
}

const say = (conversation: string, message: string, fields: object = {}) =>
  server.visitor.post(`/conversations/${conversation}/messages`, { message, ...fields });

const view = async (conversation: string) =>
  (await account.get(`/user/conversations/${conversation}`)).body.data;

test('a signed user gets the conversation of another device', async () => {
  const shop = await widget();
  const ana = { name: 'Ana Pop', email: 'ana@example.com', phone: '0721 234 567' };
  const first = await identify(shop, { token: token(shop, ana) });
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({
    visitor: { user_id: 'ana', ...ana, is_verified: true },
    conversation_id: null,
  });
  const conversation = await open(shop, { visitor_key: first.body.visitor_key });
  await say(conversation, 'Hello');
  const second = await identify(shop, { token: token(shop) });
  expect(second.body.conversation_id).toBe(conversation);
  expect(await view(conversation)).toMatchObject({
    customer_identifier: 'ana',
    customer_name: 'Ana Pop',
    visitor: { user_id: 'ana', is_verified: true },
  });
  const other = await identify(shop, { token: token(shop, { sub: 'bob' }) });
  expect(other.body.conversation_id).toBeNull();
});

test('a conversation that began before the login becomes the user’s, but never another user’s', async () => {
  const shop = await widget();
  const conversation = await open(shop);
  await say(conversation, 'Before the login');
  const mine = await identify(shop, { token: token(shop), conversation_id: conversation });
  expect(mine.body.conversation_id).toBe(conversation);
  const bob = { sub: 'bob', name: 'Bob' };
  const others = await identify(shop, { token: token(shop, bob), conversation_id: conversation });
  expect(others.body.conversation_id).toBeNull();
  const claimed = { visitor: { user_id: 'eve', name: 'Eve' }, conversation_id: conversation };
  expect((await identify(shop, claimed)).status).toBe(200);
  expect(await view(conversation)).toMatchObject({ visitor: { user_id: 'ana', is_verified: true } });
});

test('without a token, a visitor is stored as not verified and gets no conversation of others', async () => {
  const shop = await widget();
  const signed = await identify(shop, { token: token(shop) });
  const secretTalk = await open(shop, { visitor_key: signed.body.visitor_key });
  const eve = { user_id: 'ana', name: 'Ana', phone: '+40721234567' };
  const answer = await identify(shop, { visitor: eve });
  expect(answer.body).toMatchObject({ visitor_key: null, conversation_id: null });
  const conversation = await open(shop, { visitor: eve });
  expect(conversation).not.toBe(secretTalk);
  expect(await view(conversation)).toMatchObject({
    customer_identifier: null,
    customer_phone: null,
    customer_name: 'Ana',
    visitor: { ...eve, email: null, is_verified: false },
  });
});

test('a token can be used once, but the same request can be repeated', async () => {
  const shop = await widget();
  const one = token(shop);
  expect((await identify(shop, { token: one, request_key: 'a' })).status).toBe(200);
  expect((await identify(shop, { token: one, request_key: 'a' })).status).toBe(200);
  for (const key of [{ request_key: 'b' }, {}]) {
    const replayed = await identify(shop, { token: one, ...key });
    expect(replayed.status).toBe(403);
    expect(replayed.body.error).toContain('already used');
  }
});

test('of two simultaneous requests with one token, one is refused', async () => {
  const shop = await widget();
  const one = token(shop);
  const answers = await Promise.all(
    ['a', 'b'].map((request_key) => identify(shop, { token: one, request_key })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
});

test('refuses tokens of other secrets, assistants and algorithms, and expired ones', async () => {
  const shop = await widget();
  const other = await widget();
  const foreign = await widget(await server.account());
  const none = `${coded({ alg: 'none' })}.${token(shop).split('.')[1]}.`;
  const past = Math.floor(Date.now() / 1000) - 1;
  for (const bad of [
    token(other),
    token({ ...shop, secret: foreign.secret }),
    token({ ...other, secret: shop.secret }),
    none,
    token(shop, { exp: past }),
    token(shop, { exp: past + 100_000 }),
    'nonsense',
  ]) {
    expect((await identify(shop, { token: bad })).status).toBe(403);
  }
  const { uuid } = await createAssistant(account);
  const without = await identify({ ...shop, uuid: String(uuid) }, { token: token(shop) });
  expect(without.body.error).toContain('no secret');
});

test('a new secret ends the earlier one and the keys of its visitors', async () => {
  const shop = await widget();
  const path = `/user/assistant/${shop.id}/widget-secret`;
  const { visitor_key: key } = (await identify(shop, { token: token(shop) })).body;
  const { data } = (await account.post(path)).body;
  expect(data.secret).not.toBe(shop.secret);
  expect((await account.get(path)).body.data).toEqual({ created_at: data.created_at });
  expect((await identify(shop, { token: token(shop) })).status).toBe(403);
  const renewed = { ...shop, secret: data.secret };
  expect((await identify(renewed, { token: token(renewed) })).status).toBe(200);
  const refused = await server.visitor.post('/conversations', { assistant_id: shop.uuid, visitor_key: key });
  expect(refused.status).toBe(403);
  expect((await account.delete(path)).status).toBe(200);
  expect((await account.get(path)).body.data).toEqual({ created_at: null });
  expect((await identify(renewed, { token: token(renewed) })).status).toBe(403);
});

test('the secret of another account’s assistant cannot be read, replaced or deleted', async () => {
  const shop = await widget();
  const stranger = await server.account();
  const path = `/user/assistant/${shop.id}/widget-secret`;
  expect((await stranger.post(path)).status).toBe(404);
  expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.delete(path)).status).toBe(404);
  expect((await identify(shop, { token: token(shop) })).status).toBe(200);
});

test('a key of one assistant does not open conversations of another', async () => {
  const [shop, other] = [await widget(), await widget()];
  const { visitor_key } = (await identify(shop, { token: token(shop) })).body;
  const refused = await server.visitor.post('/conversations', { assistant_id: other.uuid, visitor_key });
  expect(refused.status).toBe(403);
});

test('variables of a message replace those of the conversation', async () => {
  const shop = await widget();
  const conversation = await open(shop, { variables: { cart: 1, page: 'home' } });
  expect((await say(conversation, 'Hello', { variables: { cart: 2 } })).status).toBe(200);
  expect((await view(conversation)).variables).toMatchObject({ cart: 2, page: 'home' });
  const large = await say(conversation, 'Hello', { variables: { text: 'x'.repeat(10_001) } });
  expect(large.status).toBe(422);
  const [first, second, third] = ['a', 'b', 'c'].map((name) => ({ [name]: 'x'.repeat(9000) }));
  expect((await say(conversation, 'Hello', { variables: first })).status).toBe(200);
  expect((await say(conversation, 'Hello', { variables: second })).status).toBe(200);
  expect((await say(conversation, 'Hello', { variables: third })).status).toBe(422);
  expect((await view(conversation)).variables).not.toHaveProperty('c');
  expect((await say(conversation, 'Hello', { variables: { b: 'short' } })).status).toBe(200);
});

test('a page that is not allowed may not identify visitors', async () => {
  const { uuid } = await createAssistant(account, {
    widget_settings: { allowed_origins: ['https://shop.example'] },
  });
  const from = (origin: string) =>
    server.visitor.post(`/widgets/${uuid}/identify`, { visitor: { name: 'Ana' } }, { origin });
  expect((await from('https://shop.example')).status).toBe(200);
  expect((await from('https://elsewhere.example')).status).toBe(400);
  expect((await server.visitor.post('/widgets/nonsense/identify', {})).status).toBe(404);
});
