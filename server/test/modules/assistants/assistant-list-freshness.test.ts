import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { type Client, clientOf, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let beside: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  beside = await startTestServer({ beside: server.testDatabase });
});
afterAll(async () => {
  await beside.stop();
  await server.stop();
});

const url = 'https://example.com/hook';

/** Reads the first page of the account's assistants in two processes and expects it to be current in both. */
async function shown(account: Client, other: Client): Promise<unknown> {
  const [here, there] = await Promise.all([account, other].map((one) => one.get('/user/assistants/get')));
  expect(here?.body.data).toEqual(there?.body.data);
  const whole = await account.get('/user/assistants');
  expect(here?.body.data).toEqual(whole.body);
  return here?.body;
}

test('the next list of every process contains each change', async () => {
  const account = await server.account();
  const other = clientOf(beside.api, account.token);
  expect(await shown(account, other)).toMatchObject({ total: 0, data: [] });
  const knowledgebase = await account.post('/user/knowledgebases', { name: 'Handbook' });
  const kept = await createAssistant(account, { name: 'Kept', knowledgebase_id: knowledgebase.body.data.id });
  expect(await shown(account, other)).toMatchObject({ total: 1 });
  const { id } = await createAssistant(other, { name: 'Second' });
  const steps: [change: () => Promise<{ status: number }>, list: object][] = [
    [
      () => other.put(`/user/assistant/${id}`, { name: 'Renamed' }),
      { data: [{ name: 'Renamed' }, { id: kept.id }] },
    ],
    [() => account.post(`/user/assistant/${id}/activate`), { data: [{ status: 'active' }, {}] }],
    [
      () => other.post('/user/assistants/enable-webhook', { assistant_id: id, webhook_url: url }),
      { data: [{ webhook_url: url, is_webhook_active: true }, {}] },
    ],
    [
      () => account.delete(`/user/knowledgebases/${knowledgebase.body.data.id}`),
      { data: [{}, { knowledgebase_id: null }] },
    ],
    [() => other.delete(`/user/assistant/${id}`), { total: 1, data: [{ id: kept.id }] }],
    [() => account.delete(`/user/assistant/${kept.id}`), { total: 0, data: [] }],
  ];
  for (const [change, list] of steps) {
    expect((await change()).status).toBe(200);
    expect(await shown(account, other)).toMatchObject(list);
  }
});

test('pages and accounts are cached separately', async () => {
  const [one, two] = [await server.account(), await server.account()];
  await createAssistant(one, { name: 'One' });
  await createAssistant(two, { name: 'Two' });
  await createAssistant(two, { name: 'Three' });
  for (const _ of ['read', 'from the cache']) {
    expect((await one.get('/user/assistants/get')).body.data).toMatchObject([{ name: 'One' }]);
    expect((await two.get('/user/assistants/get?per_page=1')).body.data).toMatchObject([{ name: 'Three' }]);
    expect((await two.get('/user/assistants/get?per_page=1&page=2')).body.data).toMatchObject([
      { name: 'Two' },
    ]);
    expect((await two.get('/user/assistants/get?page=9')).body).toMatchObject({ total: 2, data: [] });
  }
});

test('the last possible page is empty', async () => {
  const account = await server.account();
  await createAssistant(account);
  const { status, body } = await account.get('/user/assistants/get?per_page=100&page=1000000000');
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 1, data: [], from: null });
});
