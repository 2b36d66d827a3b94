import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { endedCall } from '../../kit/calls.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { openPhone } from '../../kit/voice/browser-phone.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  // A minute costs 0.10 USD, so the limit covers the longest call of an assistant twice, but not three times.
  server = await startTestServer({ environment: { PARLEY_VISITOR_LIMITS: 'spend_per_day=0.5' } });
  account = await server.account();
});
afterAll(() => server.stop());

/** An assistant whose calls last two minutes at most. */
async function callable(settings: object = {}, fields: object = {}, owner = account) {
  const { id, uuid } = await createAssistant(owner, {
    initial_message: 'Mill Inn, good evening.',
    max_duration: 120,
    ...fields,
    widget_settings: { calls_enabled: true, ...settings },
  });
  return { id: Number(id), uuid: String(uuid) };
}

const call = (uuid: string, body: object = {}, headers: Record<string, string> = {}) =>
  server.visitor.post(`/widgets/${uuid}/calls`, body, headers);

test('a visitor talks with the assistant, and the call is charged to the account', async () => {
  const { id, uuid } = await callable();
  const answer = await call(uuid, { variables: { page: 'rooms' } });
  expect(answer.status).toBe(200);
  const phone = await openPhone(answer.body.media_url);
  await phone.message(({ type, sender }) => type === 'transcript' && sender === 'bot');
  expect(phone.transcript()).toEqual(['bot: Mill Inn, good evening.']);
  phone.hangUp();
  await phone.closed;
  const { data } = (await account.get(`/user/calls?assistant_id=${id}`)).body;
  expect(data).toHaveLength(1);
  expect(await endedCall(account, data[0].id)).toMatchObject({
    type: 'web',
    total_cost: 0.1,
    variables: { page: 'rooms' },
  });
});

test('only a widget that offers calls accepts them, and only from allowed sites', async () => {
  const silent = await createAssistant(account);
  expect((await call(String(silent['uuid']))).status).toBe(404);
  const hidden = await callable({}, { is_public: false });
  expect((await call(hidden.uuid)).status).toBe(404);
  expect((await call('nonsense')).status).toBe(404);
  const { uuid } = await callable({ allowed_origins: ['https://shop.example'] });
  expect((await call(uuid, {}, { origin: 'https://elsewhere.example' })).status).toBe(400);
  expect((await call(uuid, {}, { origin: 'https://shop.example' })).status).toBe(200);
});

test('the maximum cost of live calls counts against the daily limit, also for simultaneous requests', async () => {
  const { uuid } = await callable();
  const answers = await Promise.all(Array.from({ length: 5 }, () => call(uuid)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get('retry-after')).toBe('60');
});

test('calls and messages of visitors share the daily limit', async () => {
  const { uuid } = await callable({}, { max_duration: 60 });
  for (let index = 0; index < 3; index += 1) {
    const phone = await openPhone((await call(uuid)).body.media_url);
    await phone.message(({ type }) => type === 'ready');
    phone.hangUp();
    await phone.closed;
  }
  const opened = await server.visitor.post('/conversations', { assistant_id: uuid });
  const path = `/conversations/${opened.body.conversation_id}/messages`;
  // 0.30 USD for calls and 0.20 USD for messages; the next message does not fit.
  for (let index = 0; index < 20; index += 1) {
    expect((await server.visitor.post(path, { message: `${index}` })).status).toBe(200);
  }
  expect((await server.visitor.post(path, { message: 'One more' })).status).toBe(429);
  expect((await call(uuid)).status).toBe(429);
});

test('an account without balance cannot be called', async () => {
  const poor = await server.account();
  await poor.put('/sandbox/balance', { amount: 0 });
  const { uuid } = await callable({}, {}, poor);
  expect((await call(uuid)).status).toBe(422);
});
