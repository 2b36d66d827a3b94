import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { passTime } from '../../kit/pass-time.ts';
import { type Answer, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
afterEach(() => server.stop());

const login = (email: string, forwardedFor?: string): Promise<Answer> =>
  server.visitor.post(
    '/login',
    { email, password: 'wrong password' },
    forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  );
const newEmail = (): string => `${randomUUID()}@example.com`;

async function countOf(status: number, attempts: Promise<Answer>[]): Promise<number> {
  return (await Promise.all(attempts)).filter((answer) => answer.status === status).length;
}

test('one network may log in and register 30 times a minute, across email addresses', async () => {
  const clock = manualClock(new Date());
  server = await startTestServer({ environment: { PARLEY_REGISTRATION: 'on' }, overrides: { clock } });
  expect(
    await countOf(
      401,
      Array.from({ length: 40 }, () => login(newEmail())),
    ),
  ).toBe(30);
  const fields = { name: 'A', email: newEmail(), password: 'long enough' };
  const refused = await server.visitor.post('/register', fields);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).not.toBeNull();
  await passTime(server.database, 61_000, clock);
  expect((await server.visitor.post('/register', fields)).status).toBe(200);
});

test('a forged address has no effect unless a proxy is trusted', async () => {
  server = await startTestServer();
  const email = newEmail();
  const attempts = Array.from({ length: 8 }, (_, index) => login(email, `203.0.113.${index}`));
  expect(await countOf(429, attempts)).toBe(3);
});

test('behind one proxy, the address it saw counts, not the one the client claims', async () => {
  server = await startTestServer({ environment: { PARLEY_TRUST_PROXY: '1' } });
  const email = newEmail();
  const spoofed = Array.from({ length: 8 }, (_, index) => login(email, `198.51.100.${index}, 203.0.113.7`));
  expect(await countOf(429, spoofed)).toBe(3);
  expect((await login(email, '203.0.113.8')).status).toBe(401);
});

test('behind proxies with known addresses, the first unknown address counts', async () => {
  server = await startTestServer({ environment: { PARLEY_TRUST_PROXY: '127.0.0.0/8, 10.0.0.0/8' } });
  const email = newEmail();
  const chain = (client: string) => login(email, `${client}, 203.0.113.7, 10.1.1.1`);
  const spoofed = Array.from({ length: 8 }, (_, index) => chain(`198.51.100.${index}`));
  expect(await countOf(429, spoofed)).toBe(3);
});

test('addresses of one IPv6 network count as one', async () => {
  server = await startTestServer({ environment: { PARLEY_TRUST_PROXY: '1' } });
  const email = newEmail();
  const attempts = Array.from({ length: 8 }, (_, index) => login(email, `2001:db8:1:2::${index}`));
  expect(await countOf(429, attempts)).toBe(3);
  expect((await login(email, '2001:db8:1:3::1')).status).toBe(401);
});

test('the audit log gets at most 20 failed logins an hour for each person', async () => {
  const clock = manualClock(new Date());
  server = await startTestServer({ overrides: { clock } });
  const account = await server.account();
  const failed = async (): Promise<number> =>
    (await account.get('/user/audit-log?action=sign_in_failed')).body.total;
  for (let minute = 0; minute < 5; minute += 1) {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await login(account.email.toUpperCase())).status).toBe(401);
    }
    await passTime(server.database, 61_000, clock);
  }
  await recorded();
  expect(await failed()).toBe(20);
  await passTime(server.database, 3_600_000, clock);
  await login(account.email);
  await recorded();
  expect(await failed()).toBe(21);
});

/** Resolves when no failed login waits to be recorded. */
const recorded = () =>
  eventually(
    () =>
      server.database.query(
        `select id from graphile_worker.jobs where task_identifier = 'accounts:record-failed-login'`,
      ),
    ({ length }) => length === 0,
  );

test('a failed login writes the same for an address without a login', async () => {
  server = await startTestServer();
  const { email } = await server.account();
  const unknown = newEmail();
  await server.database.script(
    `create table written (email text);
     create function write_down() returns trigger language plpgsql as $$
     begin
       insert into written values (new.payload ->> 'email');
       return null;
     end $$;
     create trigger write_down after insert on graphile_worker._private_jobs
       for each row execute function write_down();`,
  );
  for (const address of [email, unknown]) expect((await login(address)).status).toBe(401);
  const rows = await server.database.query<{ email: string }>(
    'select email from written where email is not null',
  );
  expect(rows.map((row) => row.email)).toEqual([email, unknown]);
});
