import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settleTurns } from '../../../src/modules/conversations/jobs.handlers.ts';
import { insertCustomerMessage } from '../../../src/modules/conversations/messages/ledger.ts';
import { loadConversation } from '../../../src/modules/conversations/store.ts';
import type { LanguageModel, ModelEvent } from '../../../src/providers/interfaces/language-model.ts';
import { ProviderError } from '../../../src/providers/interfaces/provider-error.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { unexplainedMoney } from '../../kit/ledger.ts';
import { silentLog } from '../../kit/silent-log.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

const PRICE = 0.01;
const usage = { inputTokens: null, outputTokens: null };

function model(id: string, events: () => AsyncIterable<ModelEvent>): LanguageModel {
  return { id, stream: events };
}

const failing = model('test/failing', async function* () {
  yield* [];
  throw new ProviderError('unavailable', 'The model is gone.');
});
const unstorable = model('test/unstorable', async function* () {
  yield { type: 'text-delta', text: 'NUL \u0000 and half a pair \ud83d.' };
  yield { type: 'finish', reason: 'stop', usage };
});

let isFlakyWell = false;
const flaky = model('test/flaky', async function* () {
  if (!isFlakyWell) throw new ProviderError('unavailable', 'The model is away.');
  yield { type: 'text-delta', text: 'Back again.' };
  yield { type: 'finish', reason: 'stop', usage };
});

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await startTestServer({ overrides: { languageModels: [failing, unstorable, flaky] } });
  account = await server.account();
});
afterAll(() => server.stop());

async function modelId(code: string): Promise<number> {
  const models = await account.get('/user/assistants/models?type=llm');
  return models.body.find((one: { name: string }) => one.name === code).id;
}

async function openWith(code: string): Promise<string> {
  const { uuid } = await createAssistant(account, { llm_model_id: await modelId(code) });
  return (await server.visitor.post('/conversations', { assistant_id: uuid })).body.conversation_id;
}

async function money(): Promise<{ balance: number; charged: number }> {
  const [row] = await server.database.query<{ balance: number; charged: number }>(
    `select balance_micros / 1000000.0::float8 as balance,
       (select coalesce(sum(amount_micros), 0) from charges where user_id = users.id) / 1000000.0::float8 as charged
     from users where id = $1`,
    [account.userId],
  );
  return row ?? { balance: 0, charged: 0 };
}

async function costOf(uuid: string): Promise<number> {
  const { body } = await account.get('/user/conversations?per_page=100');
  return body.data.find((item: { id: string }) => item.id === uuid).total_cost;
}

describe('the ledger', () => {
  test('stays correct when failing turns and new messages of one account run concurrently', async () => {
    const uuids = await Promise.all(Array.from({ length: 10 }, () => openWith('test/failing')));
    const before = await money();
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        server.visitor.post(`/conversations/${uuids[index % 10]}/messages`, { message: `Number ${index}` }),
      ),
    );
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([503]));
    expect(await money()).toEqual(before);
    for (const uuid of uuids) {
      expect(await costOf(uuid)).toBe(0);
      const { body } = await server.visitor.get(`/conversations/${uuid}`);
      expect(body.history).toHaveLength(6);
    }
  });

  test('keeps a message whose model is no longer configured, and charges nothing', async () => {
    const uuid = await openWith('test/failing');
    await server.database.query(`update models set code = 'gone' where code = 'test/failing'`);
    const { catalog } = server.dependencies.conversations;
    const entry = catalog.models.find((one) => one.code === 'test/failing');
    if (entry === undefined) throw new Error('The catalogue lost the model.');
    entry.code = 'gone';
    const before = await money();
    const answer = await server.visitor.post(`/conversations/${uuid}/messages`, { message: 'Hello?' });
    entry.code = 'test/failing';
    expect(answer.status).toBe(503);
    expect(await money()).toEqual(before);
    expect((await server.visitor.get(`/conversations/${uuid}`)).body.history.at(-1).content).toBe('Hello?');
  });

  test('stores model output without the characters that PostgreSQL cannot store', async () => {
    const uuid = await openWith('test/unstorable');
    const answer = await server.visitor.post(`/conversations/${uuid}/messages`, {
      message: 'Say something odd',
    });
    expect(answer.body.message).toBe('NUL  and half a pair \ufffd.');
    expect(await costOf(uuid)).toBe(PRICE);
  });

  test('refunds a message whose process died, once', async () => {
    const uuid = await openWith('test/unstorable');
    const loaded = await loadConversation(server.database, { uuid });
    if (loaded === null) throw new Error('The conversation is gone.');
    const before = await money();
    await insertCustomerMessage(server.database, {
      conversation: loaded.conversation,
      content: 'Anyone there?',
      price: { kind: 'widget_message', micros: 10_000 },
      processId: randomUUID(),
      named: null,
      files: [],
      assistantId: loaded.assistant.id,
      limits: { perMinute: 30, perDay: null, spendMicros: null, hasReplyLimit: false },
    });
    expect((await money()).charged).toBeCloseTo(before.charged + PRICE);
    await Promise.all([settleTurns(server.database, silentLog), settleTurns(server.database, silentLog)]);
    expect(await money()).toEqual(before);
    const reply = await server.visitor.post(`/conversations/${uuid}/messages`, { message: 'Again' });
    expect(reply.status).toBe(200);
  });

  test('neither stores, charges nor answers a message repeated under its Idempotency-Key', async () => {
    const uuid = await openWith('test/unstorable');
    const send = (key: string) =>
      server.visitor.post(`/conversations/${uuid}/messages`, { message: 'Once' }, { 'idempotency-key': key });
    const first = await send('a');
    expect((await send('a')).text).toBe(first.text);
    expect(await costOf(uuid)).toBe(PRICE);
    expect((await server.visitor.get(`/conversations/${uuid}`)).body.history).toHaveLength(3);
    await send('b');
    expect(await costOf(uuid)).toBe(2 * PRICE);
  });

  test('charges concurrent tries under one Idempotency-Key once, without losing money', async () => {
    const uuid = await openWith('test/unstorable');
    const send = (key: string) =>
      server.visitor.post(`/conversations/${uuid}/messages`, { message: 'Once' }, { 'idempotency-key': key });
    const keys = Array.from({ length: 24 }, (_, index) => `meet ${index % 3}`);
    const answers = await Promise.all(keys.map(send));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await costOf(uuid)).toBeCloseTo(3 * PRICE, 10);
    expect(await unexplainedMoney(server.database)).toEqual([]);
  });

  test('charges a refunded message once when a later try answers it', async () => {
    const uuid = await openWith('test/flaky');
    const send = () =>
      server.visitor.post(
        `/conversations/${uuid}/messages`,
        { message: 'Back yet?' },
        { 'idempotency-key': 'flaky' },
      );
    for (const cost of [0, 0]) {
      expect((await send()).status).toBe(503);
      expect(await costOf(uuid)).toBe(cost);
    }
    isFlakyWell = true;
    const before = (await money()).balance;
    await account.put('/sandbox/balance', { amount: PRICE / 2 });
    expect((await send()).status).toBe(402);
    await account.put('/sandbox/balance', { amount: before });
    for (const cost of [PRICE, PRICE]) {
      expect((await send()).body.message).toBe('Back again.');
      expect(await costOf(uuid)).toBe(cost);
    }
    expect(await unexplainedMoney(server.database)).toEqual([]);
  });

  test('retries a failed reply for the same message', async () => {
    const { uuid: assistant_id } = await createAssistant(account, {
      llm_model_id: await modelId('test/failing'),
    });
    const body = { assistant_id, customer_identifier: 'repeat', message: 'Still there?' };
    const ask = () => account.post('/user/ai/generate-reply', body, { 'idempotency-key': 'once' });
    const statuses = [(await ask()).status, (await ask()).status, (await ask()).status];
    expect(statuses).toEqual([503, 503, 503]);
    const { body: list } = await account.get('/user/conversations?type=api&per_page=100');
    const mine = list.data.filter((item: { assistant_id: string }) => item.assistant_id === assistant_id);
    expect(mine).toHaveLength(1);
    expect(mine[0].message_count).toBe(2);
  });

  test('limits a conversation to 30 messages a minute', async () => {
    const uuid = await openWith('test/unstorable');
    const send = () => server.visitor.post(`/conversations/${uuid}/messages`, { message: 'Hi' });
    for (let count = 0; count < 30; count += 1) expect((await send()).status).toBe(200);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await server.visitor.get(`/conversations/${uuid}`)).body.history).toHaveLength(61);
  });
});

test("refuses visitors' messages in a conversation of the account", async () => {
  const { uuid: assistant_id } = await createAssistant(account);
  const made = await account.post('/user/ai/generate-reply', {
    assistant_id,
    customer_identifier: 'ada',
    message: 'Hi',
  });
  const path = `/conversations/${made.body.conversation_id}/messages`;
  expect((await server.visitor.post(path, { message: 'Let me in' })).status).toBe(404);
});

test('limits what a visitor can add to the prompt', async () => {
  const { uuid: assistant_id } = await createAssistant(account);
  const variables = { story: 'x'.repeat(10_000) };
  const answer = await server.visitor.post('/conversations', { assistant_id, variables });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.errors)).toEqual(['variables']);
});

test('limits the tests of one assistant', async () => {
  const { uuid: assistant_id } = await createAssistant(account);
  const open = () => account.post('/conversations', { assistant_id, type: 'test' });
  const answers = await Promise.all(Array.from({ length: 21 }, open));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});
