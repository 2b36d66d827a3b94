import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { createCampaign, createLead } from '../kit/campaigns.ts';
import { openConversation } from '../kit/events.ts';
import { insertSms } from '../kit/owned-rows.ts';
import {
  type Client,
  cloneDatabase,
  startTestServer,
  type TestDatabase,
  type TestServer,
} from '../kit/test-server.ts';

/** A time zone far from UTC, which an operator may have set for PostgreSQL. */
const ZONE = 'Asia/Tokyo';

let testDatabase: TestDatabase;
let server: TestServer;
let account: Client;

beforeAll(async () => {
  testDatabase = await cloneDatabase();
  const { connection } = testDatabase;
  server = await startTestServer({
    beside: { ...testDatabase, connection: { ...connection, options: `-c TimeZone=${ZONE}` } },
  });
  account = await server.account();
  const { uuid } = await createAssistant(account);
  const path = await openConversation(server.visitor, { uuid });
  await server.visitor.post(`${path}/messages`, { message: 'Hi' });
  await insertSms(account);
  const campaign = await createCampaign(account);
  await createLead(account, { campaign_id: campaign.id, phone_number: '+40721000001' });
  for (const table of ['conversations', 'charges', 'sms_messages', 'model_calls', 'leads']) {
    await server.database.query(`update ${table} set created_at = '2026-03-05T23:30:00Z'`);
  }
});
afterAll(async () => {
  await server.stop();
  await testDatabase.drop();
});

const total = async (path: string, from: string, to: string): Promise<number> => {
  const { body } = await account.get(`${path}?date_from=${from}&date_to=${to}`);
  return body.total ?? body.data.total?.calls ?? body.data.by_day.length;
};

test.each([
  ['/user/conversations'],
  ['/user/billing/charges'],
  ['/user/billing/summary'],
  ['/user/billing/usage'],
  ['/user/sms'],
  ['/user/leads'],
])('days of %s are UTC days, in any time zone of the database', async (path) => {
  const [row] = await server.database.query<{ zone: string }>(`select current_setting('TimeZone') as zone`);
  expect(row?.zone).toBe(ZONE);
  expect(await total(path, '2026-03-05', '2026-03-05')).toBeGreaterThan(0);
  expect(await total(path, '2026-03-04', '2026-03-04')).toBe(0);
  expect(await total(path, '2026-03-06', '2026-03-06')).toBe(0);
});

test.each(['/user/conversations', '/user/leads'])('%s can be asked for what has changed', async (path) => {
  const table = path.slice('/user/'.length);
  await server.database.query(
    `update ${table} set updated_at = '2026-03-05T23:30:00.123456Z' where user_id = $1`,
    [account.userId],
  );
  const found = async (query: string): Promise<number> => {
    const { status, body } = await account.get(`${path}?${query}`);
    return status === 200 ? body.total : status;
  };
  expect(await found('updated_from=2026-03-05T23:30:00.123456Z')).toBe(1);
  expect(await found('updated_from=2026-03-05T23:30:00.123457Z')).toBe(0);
  expect(await found('updated_to=2026-03-05T23:30:00.123456Z')).toBe(0);
  expect(await found('updated_to=2026-03-05T23:30:00.123457Z')).toBe(1);
  // An offset whose plus was not escaped.
  expect(await found('updated_from=2026-03-06T01:30:00.123456+02:00')).toBe(1);
  expect(await found('updated_from=2026-03-05&updated_to=2026-03-05')).toBe(1);
  expect(await found('updated_from=2026-03-06')).toBe(0);
  await server.database.query(`update users set timezone = 'Europe/Bucharest' where id = $1`, [
    account.userId,
  ]);
  expect(await found('updated_from=2026-03-06&updated_to=2026-03-06')).toBe(1);
  await server.database.query(`update users set timezone = 'UTC' where id = $1`, [account.userId]);
  for (const wrong of ['yesterday', '2026-02-30', '2026-03-05T23:30:00']) {
    expect(await found(`updated_from=${wrong}`)).toBe(422);
  }
});
