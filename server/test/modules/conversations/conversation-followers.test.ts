import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventReader, openConversation, readEvents } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import { type Client, startTestServer } from '../../kit/test-server.ts';

let installation: ModelInstallation;
let account: Client;

beforeAll(async () => {
  installation = await startModelInstallation();
  account = await installation.server.account();
});
afterAll(() => installation.stop());

const follow = (path: string, api = installation.server.api): Promise<EventReader> =>
  readEvents(`${api}${path}/events`);

async function conversation(fields: Record<string, unknown> = {}): Promise<string> {
  return openConversation(installation.server.visitor, await installation.assistant(account, fields));
}

const state = (fields: object) => ({
  event: 'state',
  data: { message_count: 1, ai_enabled: true, status: 'active', ...fields },
});

test("a follower gets the conversation's state, then every change", async () => {
  const path = await conversation();
  const events = await follow(path);
  expect(events.status).toBe(200);
  expect(events.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(await events.next()).toEqual(state({}));
  expect((await account.post(`/user${path}/disable-ai`)).status).toBe(200);
  expect(await events.next()).toEqual(state({ ai_enabled: false }));
  expect((await account.post(`/user${path}/messages`, { message: 'I am Ana.' })).status).toBe(200);
  expect(await events.next()).toEqual(state({ ai_enabled: false, message_count: 2 }));
  events.leave();
});

test('changes stored by another process are sent too', async () => {
  const { server } = installation;
  const other = await startTestServer({ beside: server.testDatabase });
  try {
    const path = await conversation();
    const events = await follow(path, other.api);
    expect(await events.next()).toEqual(state({}));
    await account.post(`/user${path}/messages`, { message: 'From the other process.' });
    expect(await events.next()).toEqual(state({ message_count: 2 }));
    events.leave();
  } finally {
    await other.stop();
  }
});

test('a shutdown ends all streams immediately', async () => {
  const other = await startTestServer({ beside: installation.server.testDatabase });
  const events = await follow(await conversation(), other.api);
  expect(await events.next()).toEqual(state({}));
  const [rest] = await Promise.all([events.rest(), other.stop()]);
  expect(rest).toEqual([]);
});

test('the stream ends when the assistant is deleted', async () => {
  const assistant = await installation.assistant(account);
  const events = await follow(await openConversation(installation.server.visitor, assistant));
  expect(await events.next()).toEqual(state({}));
  expect((await account.delete(`/user/assistant/${assistant.id}`)).status).toBe(200);
  expect(await events.rest()).toEqual([]);
});

test('a conversation has ten followers at most; leaving frees a slot', async () => {
  const path = await conversation();
  const all = await Promise.all(Array.from({ length: 10 }, () => follow(path)));
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  const refused = await installation.server.visitor.get(`${path}/events`);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('30');
  all[0]?.leave();
  const again = await eventually(
    () => follow(path),
    ({ status }) => status === 200,
  );
  for (const events of [...all, again]) events.leave();
});

test.each([
  ['that does not exist', '00000000-0000-4000-8000-000000000000'],
  ['that is malformed', 'nonsense'],
])('an id %s is not found', async (_which, uuid) => {
  const answer = await installation.server.visitor.get(`/conversations/${uuid}/events`);
  expect(answer.status).toBe(404);
  expect(answer.body).toEqual({ status: false, error: 'Conversation not found.' });
});

test('a customer’s conversation of another type is not found', async () => {
  const { id } = await installation.assistant(account);
  const { body } = await account.post('/user/ai/generate-reply', {
    assistant_id: id,
    customer_identifier: 'c',
    message: 'Hello',
  });
  const answer = await installation.server.visitor.get(`/conversations/${body.conversation_id}/events`);
  expect(answer.status).toBe(404);
});

test('a site that is not listed may not follow', async () => {
  const path = await conversation({ widget_settings: { allowed_origins: ['https://shop.example'] } });
  const answer = await installation.server.visitor.get(`${path}/events`, {
    origin: 'https://elsewhere.example',
  });
  expect(answer.status).toBe(400);
});
