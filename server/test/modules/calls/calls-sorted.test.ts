import { beforeAll, expect, test } from 'vitest';
import { createCampaign } from '../../kit/campaigns.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

const CALLS = 10_000;

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  // Durations and costs repeat, so only the id decides between many calls.
  await server.database.query(
    `insert into calls (user_id, type, status, ringing_time_ms, variables, answered_at, ended_at, end_reason,
       recorded_at, cost_micros)
     select $1, 'web', 'completed', 1, '{}', at, at + n * 37 % 101 * interval '1 second', 'x', at, n * 7 % 13 * 1000
     from generate_series(1, $2::int) n, clock_timestamp() as at`,
    [account.userId, CALLS],
  );
});

interface Row {
  id: number;
  duration: number;
  total_cost: number;
}

async function pageOf(query: string, page: number): Promise<Row[]> {
  const { status, body, text } = await account.get(`/user/calls?${query}&per_page=100&page=${page}`);
  expect(status, text).toBe(200);
  expect(body.total).toBe(CALLS);
  return body.data;
}

test.each([
  ['order_by=duration', 'greatest(0, round(extract(epoch from ended_at - answered_at))) desc, id desc'],
  ['order_by=duration&direction=asc', 'round(extract(epoch from ended_at - answered_at)), id'],
  ['order_by=total_cost&direction=desc', 'cost_micros desc, id desc'],
  ['order_by=total_cost&direction=asc', 'cost_micros, id'],
  ['order_by=created_at&direction=asc', 'id'],
  ['direction=desc', 'id desc'],
])('sorts 10,000 calls by %s, on the first, middle and last pages', async (query, order) => {
  const expected = await server.database.query<{ id: number }>(
    `select id from calls where user_id = $1 order by ${order}`,
    [account.userId],
  );
  const ids = expected.map(({ id }) => id);
  for (const page of [1, 2, 50, 51, 100]) {
    const listed = (await pageOf(query, page)).map(({ id }) => id);
    expect(listed).toEqual(ids.slice((page - 1) * 100, page * 100));
  }
});

test.each(['order_by=name', 'direction=up', 'order_by=id;drop table calls'])('refuses %s', async (query) => {
  expect((await account.get(`/user/calls?${query}`)).status).toBe(422);
  expect((await account.get(`/user/leads?${query}`)).status).toBe(422);
});

test('sorts leads by attempts', async () => {
  const { id } = await createCampaign(account);
  await server.database.query(
    `insert into leads (user_id, campaign_id, phone_number, variables, zone_key, status, call_tries)
     select $1, $2, '+4072100' || lpad(n::text, 4, '0'), '{}', 'ro', 'completed', n % 3
     from generate_series(1, 30) n`,
    [account.userId, id],
  );
  const list = async (query: string): Promise<{ id: number; call_tries: number }[]> =>
    (await account.get(`/user/leads?campaign_id=${id}&per_page=30&${query}`)).body.data;
  const most = await list('order_by=call_tries');
  expect(most.map(({ call_tries }) => call_tries)).toEqual(
    [2, 1, 0].flatMap((tries) => Array(10).fill(tries)),
  );
  expect(await list('order_by=call_tries&direction=asc')).toEqual(most.toReversed());
});
