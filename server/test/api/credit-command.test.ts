import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unexplainedMoney } from '../kit/ledger.ts';
import { TEST_SECRET_KEY } from '../kit/secret-key.ts';
import { connectionUrl } from '../kit/server-process.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

const program = fileURLToPath(new URL('../../bin/parley.ts', import.meta.url));

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
});
afterAll(() => server.stop());

function credit(...options: string[]): Promise<{ code: number | null; output: string }> {
  const words = ['--disable-warning=ExperimentalWarning', program, 'users', 'credit', ...options];
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: connectionUrl(server.testDatabase.connection),
    PARLEY_SECRET_KEY: TEST_SECRET_KEY,
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, words, { env }, (_error, said, complaint) =>
      resolve({ code: child.exitCode, output: said + complaint }),
    );
  });
}

test('parley users credit adds money as a row of the ledger', async () => {
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
  [['--email', 'EMAIL', '--amount', '1000000000'], /at most/],
])('%j is refused in words', async (options, words) => {
  const before = (await account.get('/user/me')).body.total_balance;
  const { code, output } = await credit(...options.map((word) => (word === 'EMAIL' ? account.email : word)));
  expect(code).toBe(1);
  expect(output).toMatch(words);
  expect((await account.get('/user/me')).body.total_balance).toBe(before);
});
