import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../kit/clocks.ts';
import { passTime } from '../kit/pass-time.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

const LIMIT = 30;
let clock: ManualClock;
let server: TestServer;
let beside: TestServer;

beforeAll(async () => {
  clock = manualClock();
  const options = { environment: { PARLEY_RATE_LIMIT: String(LIMIT) }, overrides: { clock } };
  server = await startTestServer(options);
  beside = await startTestServer({ ...options, beside: server.testDatabase });
});
afterAll(async () => {
  await beside.stop();
  await server.stop();
});

const pass = (byMs: number): Promise<void> => passTime(server.database, byMs, clock);
const inBoth = (account: Client): Client[] => [account, beside.client(String(account.token))];

describe('the rate limit of a token', () => {
  test('is exact across two processes with concurrent requests, and resets with the next minute', async () => {
    const clients = inBoth(await server.account());
    const answers = await Promise.all(
      Array.from({ length: LIMIT * 2 }, (_, index) => clients[index % 2]?.get('/user/me')),
    );
    const statuses = answers.map((answer) => answer?.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(LIMIT);
    await pass(60_000);
    for (const client of clients) expect((await client.get('/user/me')).status).toBe(200);
  });

  test('is in the headers of every response, errors included', async () => {
    const account = await server.account();
    const remaining: number[] = [];
    for (const path of [
      '/user/me',
      '/user/assistant/999',
      '/user/assistants/get?page=0',
      '/user/assistants',
    ]) {
      const { headers } = await account.get(path);
      expect(headers.get('x-ratelimit-limit')).toBe(String(LIMIT));
      remaining.push(Number(headers.get('x-ratelimit-remaining')));
    }
    expect(remaining).toEqual([LIMIT - 1, LIMIT - 2, LIMIT - 3, LIMIT - 4]);
    const broken = await account.post('/user/api-keys', '{');
    expect(broken.headers.get('x-ratelimit-remaining')).toBe(String(LIMIT - 5));
  });

  test('refuses with a message and headers, and says when it resets', async () => {
    const account = await server.account();
    for (let count = 0; count < LIMIT; count += 1) await account.get('/user/me');
    clock.advance(15_000);
    const { status, headers, body } = await account.get('/user/me');
    expect(status).toBe(429);
    expect(body).toEqual({ message: 'Too many requests. Please slow down.', retry_after: 45 });
    expect(headers.get('retry-after')).toBe('45');
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    const [row] = await server.database.query<{ ends_at: number }>(
      `select ceil(extract(epoch from expires_at))::int as ends_at from rate_counters order by expires_at desc limit 1`,
    );
    expect(headers.get('x-ratelimit-reset')).toBe(String(row?.ends_at));
  });

  test('is per token: other tokens of the account, and visitors, have their own', async () => {
    const account = await server.account();
    const { body } = await account.post('/user/api-keys', { name: 'Second' });
    const second = server.client(body.api_key.token);
    for (let count = 0; count < LIMIT; count += 1) await account.get('/user/me');
    expect((await account.get('/user/me')).status).toBe(429);
    expect((await second.get('/user/me')).status).toBe(200);
    expect((await server.visitor.get('/voices/1/preview')).status).not.toBe(429);
  });
});

test('an address without a token is limited too', async () => {
  await pass(60_000);
  const paths = Array.from(
    { length: LIMIT + 5 },
    () => '/conversations/6e6a2f5c-0000-4000-8000-000000000000',
  );
  const answers = await Promise.all(
    paths.map((path, index) => (index % 2 === 0 ? server : beside).visitor.get(path)),
  );
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(LIMIT);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  await pass(60_000);
});

describe('AI replies', () => {
  test('are limited to 5 per token in any minute, across both paths and processes', async () => {
    const [here, there] = inBoth(await server.account());
    if (here === undefined || there === undefined) throw new Error('No clients.');
    const ask = (client: Client, path: string) =>
      client.post(path, { assistant_id: 9_000_000_000, customer_identifier: 'a', message: 'b' });
    const statuses: number[] = [];
    for (const gapMs of [0, 10_000, 10_000, 10_000, 10_000]) {
      if (gapMs > 0) await pass(gapMs);
      const answer = await ask(statuses.length % 2 === 0 ? here : there, '/user/ai/generate-reply');
      expect(answer.headers.get('x-ratelimit-limit')).toBe('5');
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404]);
    for (const path of ['/user/ai/generate-reply', '/ai/generate-reply']) {
      const refused = await ask(there, path);
      expect(refused.status).toBe(429);
      expect(refused.body.retry_after).toBe(20);
    }
    // The first of the five leaves the window; one more may pass, a second may not.
    await pass(20_000);
    expect((await ask(here, '/ai/generate-reply')).status).toBe(404);
    expect((await ask(there, '/ai/generate-reply')).status).toBe(429);
    await pass(10_000);
    expect((await ask(there, '/ai/generate-reply')).status).toBe(404);
  });
});
