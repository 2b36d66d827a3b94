import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assistantFields, createAssistant } from '../kit/assistants.ts';
import { type FakeModelServer, startFakeModelServer } from '../kit/fake-model-server.ts';
import { customerPhone, customerWrites, sandboxSender, sendFreeform, setBalance } from '../kit/messaging.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let model: FakeModelServer;
let server: TestServer;
let beside: TestServer;
let account: Client;

beforeAll(async () => {
  model = await startFakeModelServer();
  const environment = { PARLEY_LLM_BASE_URL: model.baseUrl, PARLEY_LLM_MODELS: 'fake' };
  server = await startTestServer({ environment });
  beside = await startTestServer({ environment, beside: server.testDatabase });
  account = await server.account();
});
afterAll(async () => {
  await beside.stop();
  await server.stop();
  await model.close();
});

const withKey = (key: string): Record<string, string> => ({ 'idempotency-key': key });

function expectReplay(first: Answer, again: Answer): void {
  expect(again.status).toBe(first.status);
  expect(again.text).toBe(first.text);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(again.headers.get('idempotency-replayed')).toBe('true');
}

describe('Idempotency-Key', () => {
  test('replays the first response byte for byte, in every process, and does the work once', async () => {
    const body = { ...(await assistantFields(account)), name: 'Once' };
    const first = await account.post('/user/assistant', body, withKey('create-1'));
    expect(first.status).toBe(201);
    const elsewhere = beside.client(String(account.token));
    for (const client of [account, elsewhere, account]) {
      expectReplay(first, await client.post('/user/assistant', body, withKey('create-1')));
    }
    const { body: all } = await account.get('/user/assistants');
    expect(all.filter(({ name }: { name: string }) => name === 'Once')).toHaveLength(1);
  });

  test('replays a secret that is shown once, and stores it encrypted', async () => {
    const first = await account.post('/user/api-keys', { name: 'Secret' }, withKey('key-1'));
    expectReplay(first, await account.post('/user/api-keys', { name: ' Secret ' }, withKey('key-1')));
    const { token } = first.body.api_key;
    const tables = await server.database.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables) {
      const rows = await server.database.query<{ row: string }>(
        `select whole::text as row from ${name} whole`,
      );
      for (const { row } of rows) {
        expect(row.includes(token), name).toBe(false);
        expect(row.includes(Buffer.from(token).toString('hex')), name).toBe(false);
        expect(row.includes(Buffer.from(token).toString('base64').slice(0, 60)), name).toBe(false);
      }
    }
  });

  test('replays an error too', async () => {
    const first = await account.post('/user/api-keys', {}, withKey('refused-1'));
    expect(first.status).toBe(422);
    expectReplay(first, await account.post('/user/api-keys', {}, withKey('refused-1')));
  });

  test('is refused with another body or on another path', async () => {
    await account.post('/user/api-keys', { name: 'A' }, withKey('other-1'));
    for (const [path, body] of [
      ['/user/api-keys', { name: 'B' }],
      ['/user/api-keys', { name: 'A', expires_at: null }],
      ['/user/assistant', { name: 'A' }],
    ] as const) {
      const answer = await account.post(path, body, withKey('other-1'));
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({ message: 'This Idempotency-Key was used with a different request.' });
    }
  });

  test('belongs to the account, for all its tokens', async () => {
    const { body } = await account.post('/user/api-keys', { name: 'Second' });
    const second = beside.client(body.api_key.token);
    const first = await account.post('/user/assistant', await assistantFields(account), withKey('same'));
    expectReplay(
      first,
      await second.post('/user/assistant', await assistantFields(account), withKey('same')),
    );
    const other = await server.account();
    const theirs = await other.post('/user/assistant', await assistantFields(other), withKey('same'));
    expect(theirs.status).toBe(201);
    expect(theirs.headers.get('idempotency-replayed')).toBeNull();
    expect(theirs.text).not.toBe(first.text);
  });

  test('is kept when its token is deleted', async () => {
    const { body } = await account.post('/user/api-keys', { name: 'Short-lived' });
    const { body: keys } = await account.get('/user/api-keys');
    const { id } = keys.api_keys.find(({ name }: { name: string }) => name === 'Short-lived');
    const first = await server
      .client(body.api_key.token)
      .post('/user/api-keys', { name: 'Made' }, withKey('outlives'));
    expect((await account.delete(`/user/api-keys/${id}`)).status).toBe(200);
    expectReplay(first, await account.post('/user/api-keys', { name: 'Made' }, withKey('outlives')));
  });

  test('is freed after an error without side effects: the message is sent once there is balance and a window', async () => {
    const sender = await sandboxSender(account);
    const recipient_phone = customerPhone();
    const send = (): Promise<Answer> =>
      sendFreeform(account, { sender_id: sender.id, recipient_phone, message: 'Hi' }, withKey('again'));
    expect((await send()).status).toBe(403);
    await customerWrites(account, sender.id, { from: recipient_phone });
    await setBalance(account, 0);
    expect((await send()).status).toBe(402);
    await setBalance(account, 5);
    const sent = await send();
    expect(sent.status, sent.text).toBe(200);
    expectReplay(sent, await send());
  });

  test('runs one of many concurrent requests; the others get 409 or its response', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? account : beside.client(String(account.token))).post(
          '/user/api-keys',
          { name: 'Parallel' },
          withKey('parallel'),
        ),
      ),
    );
    const done = answers.filter(({ status }) => status === 201);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    const first = done.filter(({ headers }) => headers.get('idempotency-replayed') === null);
    expect(first).toHaveLength(1);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const { body } = await account.get('/user/api-keys');
    expect(body.api_keys.filter(({ name }: { name: string }) => name === 'Parallel')).toHaveLength(1);
  });

  test("of a running request is refused with 409, in the resource's error format", async () => {
    const { id } = await createAssistant(account, { llm_model_id: await fakeModelId() });
    model.script({ kind: 'drip', text: 'Hello there' });
    const body = { assistant_id: id, customer_identifier: 'running', message: 'Hi' };
    const arrival = model.nextRequest();
    const running = account.post('/user/ai/generate-reply', body, withKey('running'));
    await arrival;
    const refused = await account.post('/user/ai/generate-reply', body, withKey('running'));
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ success: false, error_code: 'CONFLICT' });
    while (model.next());
    const first = await running;
    expect(first.body.reply).toBe('Hello there');
    expectReplay(first, await account.post('/user/ai/generate-reply', body, withKey('running')));
    expect(model.requests).toHaveLength(1);
  });

  test('is freed after a server error', async () => {
    const { id } = await createAssistant(account, { llm_model_id: await fakeModelId() });
    model.script({ kind: 'status', status: 401 });
    const body = { assistant_id: id, customer_identifier: 'free', message: 'Hi' };
    const failed = await account.post('/user/ai/generate-reply', body, withKey('free'));
    expect(failed.status).toBe(503);
    const again = await account.post('/user/ai/generate-reply', body, withKey('free'));
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
  });

  test('expires after 24 hours', async () => {
    const first = await account.post('/user/api-keys', { name: 'Old' }, withKey('old'));
    await server.database.query(
      `update idempotency_keys set created_at = created_at - interval '24 hours 1 second' where key = 'old'`,
    );
    const again = await account.post('/user/api-keys', { name: 'New' }, withKey('old'));
    expect(again.status).toBe(201);
    expect(again.body.api_key.token).not.toBe(first.body.api_key.token);
  });

  test('may have 255 characters; an empty one is ignored', async () => {
    expect((await account.post('/user/api-keys', { name: 'x' }, withKey('k'.repeat(255)))).status).toBe(201);
    expect((await account.post('/user/api-keys', { name: 'x' }, withKey('k'.repeat(256)))).status).toBe(400);
    for (let round = 0; round < 2; round += 1) {
      const answer = await account.post('/user/api-keys', { name: 'x' }, withKey(''));
      expect(answer.headers.get('idempotency-replayed')).toBeNull();
    }
  });
});

async function fakeModelId(): Promise<number> {
  const { body } = await account.get('/user/assistants/models?type=llm');
  return body.find(({ name }: { name: string }) => name === 'fake').id;
}
