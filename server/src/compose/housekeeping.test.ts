import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/kit/test-server.ts';
import { systemClock } from '../core/clock.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { housekeepingHandler } from './jobs.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await cloneDatabase();
  database = openDatabase(own.connection, () => undefined);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

async function tidy(): Promise<void> {
  const attempt = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
  await housekeepingHandler(database).run({}, attempt);
}

test('removes only counters of expired rate limit windows', async () => {
  const limiter = createRateLimiter(database, systemClock);
  await limiter.takeFromBudget('minute', 5, 60_000);
  await limiter.takeFromBudget('day', 5, 86_400_000);
  await database.query(
    `insert into rate_counters (key, used, expires_at)
     values ('over', 1, clock_timestamp() - interval '2 hours'), ('ahead', 1, clock_timestamp() + interval '2 days')`,
  );
  await tidy();
  const left = await database.query<{ key: string }>('select key from rate_counters order by key');
  expect(left.map(({ key }) => key)).toEqual(['day', 'minute']);
});

test('removes finished deliveries of deleted objects', async () => {
  await database.query(`insert into users (name, email) values ('D', 'd@example.com')`);
  const deliveries = [
    ['told', 'delivered', true, null],
    ['refused', 'failed', true, null],
    ['due', 'pending', true, null],
    ['under way', 'pending', true, randomUUID()],
    ['sent again', 'delivered', true, randomUUID()],
    ['kept', 'delivered', false, null],
  ] as const;
  for (const [id, status, isForgotten, processId] of deliveries) {
    await database.query(
      `insert into webhook_deliveries
         (id, user_id, target_id, event, subject_id, payload, next_attempt_at, status, is_forgotten, process_id)
       select $1, id, 1, 'call.ended', '1', '{}', now(), $2, $3, $4 from users where email = 'd@example.com'`,
      [id, status, isForgotten, processId],
    );
    await database.query(
      `insert into webhook_attempts (delivery_id, number, user_id, started_at, finished_at)
       select $1, 1, id, now(), now() from users where email = 'd@example.com'`,
      [id],
    );
  }
  await tidy();
  const left = async (column: string, table: string) =>
    (await database.query<{ id: string }>(`select ${column} as id from ${table} order by 1`)).map(
      ({ id }) => id,
    );
  const kept = ['due', 'kept', 'sent again', 'under way'];
  expect(await left('id', 'webhook_deliveries')).toEqual(kept);
  expect(await left('delivery_id', 'webhook_attempts')).toEqual(kept);
  await database.query('delete from users');
});

test('removes deliveries and their attempts after 90 days', async () => {
  await database.query(`insert into users (name, email) values ('A', 'a@example.com')`);
  await database.query(
    `insert into webhook_targets (user_id, url) select id, 'http://x.example/' from users`,
  );
  const ages = [0, 89, 91, 400];
  for (const days of ages) {
    await database.query(
      `insert into webhook_deliveries
         (id, user_id, target_id, event, subject_id, payload, status, next_attempt_at, created_at)
       select $1, user_id, id, 'conversation.ended', 'x', '{}', 'failed', now(),
         clock_timestamp() - make_interval(days => $2)
       from webhook_targets`,
      [`msg_${days}`, days],
    );
    await database.query(
      `insert into webhook_attempts (delivery_id, number, user_id, started_at, finished_at)
       select $1, 1, user_id, now(), now() from webhook_targets`,
      [`msg_${days}`],
    );
  }
  await tidy();
  const left = await database.query<{ id: string }>('select id from webhook_deliveries order by created_at');
  expect(left.map(({ id }) => id)).toEqual(['msg_89', 'msg_0']);
  const attempts = await database.query<{ id: string }>(
    'select delivery_id as id from webhook_attempts order by delivery_id',
  );
  expect(attempts.map(({ id }) => id)).toEqual(['msg_0', 'msg_89']);
});

test('removes tool calls of requests that can no longer be repeated', async () => {
  await database.query(
    `with account as (
       insert into users (name, email) values ('T', 't@example.com') returning id)
     insert into conversations (user_id, type, customer_phone) select id, 'msgapp', '+40721000000' from account`,
  );
  for (const [name, hours, isOpen] of [
    ['old', 25, false],
    ['open', 25, true],
    ['new', 23, false],
  ] as const) {
    await database.query(
      `with talk as (select id, user_id from conversations order by id desc limit 1),
       message as (
         insert into messages (user_id, conversation_id, role, author, content)
         select user_id, id, 'user', 'customer', 'Hi' from talk returning id, user_id, conversation_id),
       turn as (
         insert into turns (message_id, user_id, conversation_id, process_id)
         select id, user_id, conversation_id, gen_random_uuid() from message where $3)
       insert into tool_calls (user_id, conversation_id, message_id, key, round, name, arguments, created_at)
       select user_id, conversation_id, id, gen_random_uuid(), 1, $1, '{}',
         clock_timestamp() - $2 * interval '1 hour' from message`,
      [name, hours, isOpen],
    );
  }
  await tidy();
  const left = await database.query<{ name: string }>('select name from tool_calls order by id');
  expect(left.map(({ name }) => name)).toEqual(['open', 'new']);
});
