import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../kit/command-line.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
});
afterAll(() => server.stop());

const credit = (...options: string[]) =>
  runCommand(['users', 'credit', ...options], server.testDatabase.connection);

test('parley users credit adds money as a ledger row', async () => {
  const { code, output } = await credit(
    '--email',
    account.email,
    '--amount',
    '25.000001',
    '--note',
    'Invoice 7',
  );
  expect([code, output]).toEqual([0, `The balance of ${account.email} is now 125.000001 USD.\n`]);
  const { data } = (await account.get('/user/billing/charges')).body;
  expect(data[0]).toMatchObject({ kind: 'credit', balance_effect: '25.000001', why: 'Invoice 7' });
  expect(await unexplainedMoney(server.database)).toEqual([]);
});

test.each([
  [['--amount', '5'], /--email is missing/],
  [['--email', 'nobody@example.com', '--amount', '5'], /no account/],
  [['--email', 'EMAIL'], /--amount is missing/],
  [['--email', 'EMAIL', '--amount', '0'], /more than 0/],
  [['--email', 'EMAIL', '--amount=-5'], /at least 0/],
  [['--email', 'EMAIL', '--amount', '0.0000001'], /6 decimals/],
  [['--email', 'EMAIL', '--amount', 'a lot'], /must be/],
  [['--email', 'EMAIL', '--amount', '1000000000'], /cannot exceed/],
])('%j is refused with a reason', async (options, words) => {
  const before = (await account.get('/user/me')).body.total_balance;
  const { code, output } = await credit(...options.map((word) => (word === 'EMAIL' ? account.email : word)));
  expect(code).toBe(1);
  expect(output).toMatch(words);
  expect((await account.get('/user/me')).body.total_balance).toBe(before);
});
