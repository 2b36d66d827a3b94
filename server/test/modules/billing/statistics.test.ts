import { beforeAll, expect, test } from 'vitest';
import { chooseZone } from '../../kit/account-zone.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  await chooseZone(server, account.email, 'Europe/Bucharest');
  await fill(account);
  // Data of other accounts must not be counted.
  await fill(await server.account());
});

/** 22:30 UTC is 00:30 of the next day in Bucharest. */
const LATE = '2026-01-10T22:30:00Z';
const NOON = '2026-01-10T10:00:00Z';

async function fill(who: Client): Promise<void> {
  const { id } = await createAssistant(who);
  const call = async (status: string, at: string, seconds: number | null): Promise<number> => {
    const [row] = await server.database.query<{ id: number }>(
      `insert into calls (user_id, assistant_id, type, status, ringing_time_ms, variables, created_at, answered_at, ended_at)
       values ($1, $2, 'outbound', $3, 30000, '{}', $4::timestamptz, case when $5::float8 is not null then $4::timestamptz end,
         $4::timestamptz + make_interval(secs => coalesce($5::float8, 1))) returning id`,
      [who.userId, id, status, at, seconds],
    );
    return row?.id ?? 0;
  };
  const answered = await call('completed', NOON, 90);
  await call('ended_by_customer', LATE, 30);
  await call('failed', LATE, null);
  for (const [index, totalMs] of [100, 200, 300, 400, 1000].entries()) {
    await server.database.query(
      `insert into call_events (user_id, call_id, type, at_ms, data)
       values ($1, $2, 'turn-answered', $3, json_build_object('totalMs', $4::int))`,
      [who.userId, answered, index * 1000, totalMs],
    );
  }
  await server.database.query(
    `with spoken as (
       insert into conversations (user_id, assistant_id, type, created_at, updated_at)
       values ($1, $2, 'test', $3::timestamptz, $4::timestamptz) returning id)
     insert into messages (user_id, conversation_id, role, author, content, created_at)
     select $1, id, 'user', 'customer', 'Hello', at from spoken,
       unnest(array[$3::timestamptz, $3::timestamptz, $4::timestamptz]) as at`,
    [who.userId, id, NOON, LATE],
  );
  // A visitor has only opened the widget and been greeted.
  await server.database.query(
    `with greeted as (
       insert into conversations (user_id, assistant_id, type, message_count, created_at, updated_at)
       values ($1, $2, 'widget', 1, $3::timestamptz, $3::timestamptz) returning id)
     insert into messages (user_id, conversation_id, role, author, content, created_at)
     select $1, id, 'assistant', 'ai', 'Hello! How can I help you?', $3::timestamptz from greeted`,
    [who.userId, id, NOON],
  );
  await server.database.query(
    `insert into charges (user_id, kind, amount_micros, created_at) values
       ($1, 'call_minute', 200000, $2), ($1, 'refund', -50000, $2), ($1, 'credit', -9000000, $2)`,
    [who.userId, NOON],
  );
  await server.database.query(
    `with base as (insert into knowledgebases (user_id, name) values ($1, 'Book') returning id)
     insert into documents (user_id, knowledgebase_id, name, type, status, updated_at)
     select $1, id, 'Broken', 'pdf', 'failed', $2::timestamptz from base`,
    [who.userId, NOON],
  );
}

test('days are in the account’s time zone, and the total covers all of them', async () => {
  const { status, body } = await account.get('/user/statistics?from=2026-01-09&to=2026-01-11');
  expect(status).toBe(200);
  const { timezone, from, to, days, total } = body.data;
  expect({ timezone, from, to }).toEqual({
    timezone: 'Europe/Bucharest',
    from: '2026-01-09',
    to: '2026-01-11',
  });
  expect(days.map(({ day }: { day: string }) => day)).toEqual(['2026-01-09', '2026-01-10', '2026-01-11']);
  expect(days[0]).toMatchObject({ messages: 0, spend: 0, call_minutes: 0, latency_p50_ms: null });
  expect(days[1]).toMatchObject({
    call_minutes: 1.5,
    conversations: 1,
    messages: 2,
    spend: 0.15,
    failed_calls: 0,
    failed_documents: 1,
    failed_deliveries: 0,
    latency_p50_ms: 300,
    latency_p95_ms: 880,
    calls: expect.objectContaining({ completed: 1, failed: 0, 'no-answer': 0 }),
  });
  expect(days[2]).toMatchObject({
    call_minutes: 0.5,
    conversations: 0,
    messages: 1,
    spend: 0,
    failed_calls: 1,
    latency_p50_ms: null,
    calls: expect.objectContaining({ ended_by_customer: 1, failed: 1 }),
  });
  expect(total).toMatchObject({
    call_minutes: 2,
    conversations: 1,
    messages: 3,
    spend: 0.15,
    failed_calls: 1,
    latency_p95_ms: 880,
    calls: expect.objectContaining({ completed: 1, ended_by_customer: 1, failed: 1 }),
  });
});

test('without a range the last thirty days are returned', async () => {
  const { body } = await account.get('/user/statistics');
  expect(body.data.days).toHaveLength(30);
  expect(body.data.days.at(-1).day).toBe(body.data.to);
});

test.each([
  ['from=2026-01-02&to=2026-01-01', 'to'],
  ['from=2024-01-01&to=2026-01-01', 'from'],
  ['from=yesterday', 'from'],
])('%s is refused with an error at its field', async (query, field) => {
  const { status, body } = await account.get(`/user/statistics?${query}`);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});
