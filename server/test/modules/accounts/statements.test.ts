import { afterAll, beforeAll, expect, test } from 'vitest';
import { assistantFields, createAssistant } from '../../kit/assistants.ts';
import { manualClock } from '../../kit/clocks.ts';
import { customerPhone, customerWrites, sandboxSender, sendFreeform } from '../../kit/messaging.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let statements = 0;

beforeAll(async () => {
  // Excludes the statements of jobs. The URL is replaced with the test's database.
  const environment = { PARLEY_ROLE: 'api', DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  // The clock is stopped, so that the minute of the rate limit does not end during the tests.
  server = await startTestServer({ environment, overrides: { clock: manualClock() } });
  // Outside a transaction every statement acquires a connection.
  server.database.pool.on('acquire', () => {
    statements += 1;
  });
  account = await server.account();
  await createAssistant(account);
  await server.dependencies.accounts.lastUsed.flush();
});
afterAll(() => server.stop());

/** Number of statements of a single request. */
async function statementsOf(request: () => Promise<{ status: number }>): Promise<number> {
  const before = statements;
  expect((await request()).status).toBeLessThan(300);
  return statements - before;
}

test('a list takes two statements, whether or not it has changed', async () => {
  const list = () => account.get('/user/assistants/get');
  expect(await statementsOf(list)).toBe(2);
  expect(await statementsOf(list)).toBe(2);
  await createAssistant(account);
  expect(await statementsOf(list)).toBe(2);
});

test('creating an object takes two statements, and a third to check other objects', async () => {
  const fields = await assistantFields(account);
  expect(await statementsOf(() => account.post('/user/assistant', fields))).toBe(2);
  const { body } = await account.post('/user/knowledgebases', { name: 'Handbook' });
  const withKnowledge = { ...fields, knowledgebase_id: body.data.id };
  expect(await statementsOf(() => account.post('/user/assistant', withKnowledge))).toBe(3);
});

test('sending a message takes five statements: authentication, rate limit, message, submission, outcome', async () => {
  const sender = await sandboxSender(account);
  const from = customerPhone();
  await customerWrites(account, sender.id, { from });
  const to = { sender_id: sender.id, recipient_phone: from };
  expect(await statementsOf(() => sendFreeform(account, to))).toBe(5);
});
