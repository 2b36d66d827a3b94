import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { closeGate, WAIT_AT_GATE } from '../kit/database-gate.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../kit/database-proxy.ts';
import { endOf, eventsOf, untilEnded, watchedTime } from '../kit/ended-conversations.ts';
import { openConversation } from '../kit/events.ts';
import { eventually } from '../kit/eventually.ts';
import { sized } from '../kit/run-size.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { startWebhookSink, type WebhookSink } from '../kit/webhook-sink.ts';

const CONVERSATIONS = sized({ gate: 300, nightly: 1000 });
const AT_ONCE = 10;
/** At most this many ends are recorded before the second kill. */
const RECORDED_AT_MOST = CONVERSATIONS / 2;

/** A server of the API without background jobs, so that no conversation ends before another process starts. */
let front: TestServer;
let sink: WebhookSink;
let account: Client;
let running: ServerProcess[] = [];

beforeEach(async () => {
  sink = await startWebhookSink();
  front = await startTestServer({
    environment: { PARLEY_ROLE: 'api', DATABASE_URL: 'postgres://127.0.0.1:1/none' },
  });
  account = await front.account();
});
afterEach(async () => {
  for (const one of running) await one.kill();
  running = [];
  await front.stop();
  await sink.close();
});

async function start(): Promise<ServerProcess> {
  const started = await startServerProcess(front.testDatabase.connection);
  running.push(started);
  return started;
}

async function count(sql: string): Promise<number> {
  const [row] = await front.database.query<{ count: number }>(`select count(*)::int as count from ${sql}`);
  return row?.count ?? 0;
}

const reaches = (sql: string, wanted: number) =>
  eventually(
    () => count(sql),
    (number) => number >= wanted,
    120_000,
  );

async function talkMuch(assistant: { uuid: string }): Promise<void> {
  const one = async (): Promise<void> => {
    const path = await openConversation(front.visitor, assistant);
    const said = await front.visitor.post(`${path}/messages`, { message: 'My e-mail is ada@example.com' });
    expect(said.status).toBe(200);
  };
  for (let made = 0; made < CONVERSATIONS; made += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  }
}

test('kill -9 during a mass end: every conversation ends once with one webhook id and no charges', async () => {
  const assistant = await createAssistant(account, {
    conversation_inactivity_timeout: 60,
    conversation_ended_webhook_url: `${sink.origin}/ended`,
    post_call_schema: [{ name: 'email', type: 'string', description: 'E-mail address' }],
  });
  await talkMuch(assistant);
  await front.database.query(
    `update conversations set active_at = active_at - interval '61 minutes',
       end_check_at = end_check_at - interval '61 minutes'`,
  );
  const first = await start();
  await reaches('conversation_ends', 1);
  await first.kill();
  await front.database.script(`
    create sequence recorded_ends;
    create function wait_half_way() returns trigger language plpgsql as
      'begin if nextval(''recorded_ends'') > ${RECORDED_AT_MOST} then ${WAIT_AT_GATE} end if; return new; end';
    create trigger wait_half_way before update of recorded_at on conversation_ends for each row
      execute function wait_half_way()`);
  const open = await closeGate(front.testDatabase.connection);
  const second = await start();
  await reaches('conversation_ends where recorded_at is not null', 100);
  await second.kill();
  expect(await count('conversation_ends where recorded_at is not null')).toBeLessThan(CONVERSATIONS);
  await open();
  await Promise.all([start(), start()]);
  const conversationOf = (body: string): string => JSON.parse(body).conversation_id;
  await eventually(
    async () => new Set(sink.received.map(({ body }) => conversationOf(body))).size,
    (told) => told === CONVERSATIONS,
    120_000,
  );
  await reaches(`webhook_deliveries where status = 'delivered'`, CONVERSATIONS);
  expect(await count('conversation_ends')).toBe(CONVERSATIONS);
  expect(await count('conversation_ends where number = 1 and recorded_at is not null')).toBe(CONVERSATIONS);
  expect(await count('(select distinct subject_id from webhook_deliveries) as told')).toBe(CONVERSATIONS);
  expect(await count('webhook_deliveries')).toBe(CONVERSATIONS);
  // Each end is delivered at least once, always with the same id and body.
  const told = new Set(sink.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`));
  expect(told.size).toBe(CONVERSATIONS);
  expect(JSON.parse(sink.received[0]?.body ?? '{}').extracted_variables).toEqual({
    email: 'ada@example.com',
  });
  expect(await count(`charges where kind = 'widget_message'`)).toBe(CONVERSATIONS);
  const [sum] = await front.database.query<{ rows: number; spent: number }>(
    `select sum(amount_micros)::int as rows, 100000000 - (select balance_micros from users where id = $1) as spent
     from charges where user_id = $1 and kind = 'widget_message'`,
    [account.userId],
  );
  expect(sum).toEqual({ rows: CONVERSATIONS * 10_000, spent: CONVERSATIONS * 10_000 });
});

test('ends conversations that became due during a database outage', async () => {
  const time = watchedTime();
  const proxy: DatabaseProxy = await startDatabaseProxy(front.testDatabase.connection);
  const beside = { ...front.testDatabase, connection: proxy.connection };
  const server = await startTestServer({ beside, overrides: time.overrides });
  const assistant = await createAssistant(account, { conversation_inactivity_timeout: 1 });
  const path = await openConversation(front.visitor, assistant);
  const end = await endOf(front, path, 1);
  await proxy.cut();
  time.reach(end);
  await eventually(
    () => server.visitor.get('/health'),
    ({ status }) => status === 503,
  );
  time.clock.advance(1000);
  await proxy.restore();
  expect((await untilEnded(front, path, { time })).endedAt).toEqual(end);
  expect(await eventsOf(time, path)).toHaveLength(1);
  await server.stop();
  await proxy.close();
});
