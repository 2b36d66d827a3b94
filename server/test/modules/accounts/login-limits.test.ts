import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { manualClock } from '../../kit/clocks.ts';
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
