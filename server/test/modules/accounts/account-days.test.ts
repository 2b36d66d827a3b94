import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { logIn } from '../../kit/browser-session.ts';
import { createObjects } from '../../kit/owned-objects.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

/** 00:30 on the 11th in Auckland, still the 10th in UTC. */
const AT = '2026-03-10T11:30:00Z';
const TABLES = ['calls', 'conversations', 'charges', 'webhook_deliveries', 'sms_messages', 'leads'] as const;

let server: TestServer;
let account: Client;
let campaign: number;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  const browser = await logIn(server, account);
  const { status } = await browser.ask('PUT', '/console/timezone', { timezone: 'Pacific/Auckland' });
  expect(status).toBe(200);
  ({ campaign } = await createObjects(server, account));
  for (const table of TABLES) {
    await server.database.query(`update ${table} set created_at = $2 where user_id = $1`, [
      account.userId,
      AT,
    ]);
  }
  await server.database.query('update conversations set updated_at = $2 where user_id = $1', [
    account.userId,
    AT,
  ]);
});

describe.each([
  '/user/calls',
  '/user/conversations',
  '/user/inbox',
  '/user/sms',
  '/user/leads',
  '/user/billing/charges',
  '/user/webhook-deliveries',
])('the days of %s', (path) => {
  const found = async (day: string): Promise<number> => {
    const { status, body, text } = await account.get(`${path}?date_from=${day}&date_to=${day}`);
    expect(status, text).toBe(200);
    return body.total;
  };

  test('follow the account’s time zone', async () => {
    const [before, then, after] = [
      await found('2026-03-10'),
      await found('2026-03-11'),
      await found('2026-03-12'),
    ];
    expect([before, after]).toEqual([0, 0]);
    expect(then).toBeGreaterThan(0);
  });
});

test('daily sums and the dashboard count days in the account’s time zone', async () => {
  const { body } = await account.get('/user/billing/summary');
  expect(body.data.by_day.map(({ date }: { date: string }) => date)).toEqual(['2026-03-11']);
  const statistics = await account.get('/user/statistics?from=2026-03-10&to=2026-03-12');
  expect(statistics.body.data.timezone).toBe('Pacific/Auckland');
  const days = statistics.body.data.days.map((day: { conversations: number }) => day.conversations > 0);
  expect(days).toEqual([false, true, false]);
});

test('an export contains times in the account’s time zone', async () => {
  const { text } = await account.get(`/user/campaign/${campaign}/leads/export`);
  const [lead] = parse(text, { columns: true, bom: true });
  expect(lead).toMatchObject({ created_at: '2026-03-11 00:30:00' });
});
