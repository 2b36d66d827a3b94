import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../kit/command-line.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const users = (...words: string[]) => runCommand(['users', ...words], server.testDatabase.connection);

async function zoneOf(email: string): Promise<string | undefined> {
  const [row] = await server.database.query<{ timezone: string }>(
    'select timezone from users where email = $1',
    [email],
  );
  return row?.timezone;
}

test("parley users add sets the account's time zone, and users timezone changes it", async () => {
  const ada = ['--email', 'ada@example.com'];
  const added = await users('add', ...ada, '--timezone', 'Europe/Bucharest');
  expect([added.code, added.output]).toEqual([0, expect.stringContaining('time zone Europe/Bucharest\n')]);
  expect(await zoneOf('ada@example.com')).toBe('Europe/Bucharest');
  const changed = await users('timezone', '--email', 'ADA@example.com', '--timezone', 'Asia/Kolkata');
  expect(changed).toEqual({
    code: 0,
    output: 'Times for ADA@example.com are now shown in Asia/Kolkata.\n',
  });
  expect(await zoneOf('ada@example.com')).toBe('Asia/Kolkata');
});

test('an account without a zone is in UTC', async () => {
  const { output } = await users('add', '--email', 'bob@example.com');
  expect(output).toContain('bob@example.com, time zone UTC\n');
  expect(await zoneOf('bob@example.com')).toBe('UTC');
});

test('keys create --email honours --expires-at and --json', async () => {
  const { email } = await server.account();
  const create = (...words: string[]) =>
    runCommand(
      ['keys', 'create', '--email', email, '--name', 'ci', ...words],
      server.testDatabase.connection,
    );
  const { code, output } = await create('--expires-at', '2999-01-01T00:00:00Z', '--json');
  expect([code, JSON.parse(output)]).toMatchObject([0, { name: 'ci', token: expect.any(String) }]);
  const rows = await server.database.query<{ expires_at: Date }>(
    "select expires_at from tokens where name = 'ci'",
  );
  expect(rows.map((row) => new Date(row.expires_at).getUTCFullYear())).toEqual([2999]);
  const past = await create('--expires-at', '2001-01-01T00:00:00Z');
  expect(past).toMatchObject({ code: 1, output: expect.stringContaining('date in the future') });
});

test('parley users second-factor-off lets a locked-out person log in, and is in the audit log', async () => {
  const { email, userId } = await server.account();
  await server.database.query(
    `insert into second_factors (person_id, sealed_secret, confirmed_at)
     select person_id, 'sealed', clock_timestamp() from memberships where user_id = $1`,
    [userId],
  );
  const off = await users('second-factor-off', '--email', email.toUpperCase());
  expect([off.code, off.output]).toEqual([0, expect.stringMatching(/^Turned off the second factor of /)]);
  const { status } = await server.visitor.post('/login', { email, password: 'correct horse' });
  expect(status).toBe(200);
  const entries = await server.database.query(
    `select actor_kind from audit_log where user_id = $1 and action = 'second_factor_off'`,
    [userId],
  );
  expect(entries).toEqual([{ actor_kind: 'terminal' }]);
  expect((await users('second-factor-off', '--email', email)).output).toContain('has no second factor');
  expect(await users('second-factor-off', '--email', 'x@example.com')).toMatchObject({ code: 1 });
});

test.each([
  [['add', '--email', 'eve@example.com', '--timezone', 'Europe/Atlantis'], /valid timezone/],
  [['timezone', '--email', 'EMAIL', '--timezone', 'Europe/Atlantis'], /valid timezone/],
  [['timezone', '--email', 'EMAIL', '--timezone', '+02:00'], /valid timezone/],
  [['timezone', '--email', 'EMAIL'], /--timezone is missing/],
  [['timezone', '--timezone', 'UTC'], /--email is missing/],
  [['timezone', '--email', 'nobody@example.com', '--timezone', 'UTC'], /no account/],
])('%j is refused with a reason', async (words, complaint) => {
  const { email } = await server.account();
  const { code, output } = await users(...words.map((word) => (word === 'EMAIL' ? email : word)));
  expect(code).toBe(1);
  expect(output).toMatch(complaint);
  expect(await zoneOf(email)).toBe('UTC');
  expect(await zoneOf('eve@example.com')).toBeUndefined();
});
