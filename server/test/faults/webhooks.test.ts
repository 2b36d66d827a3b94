import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createAssistant } from '../kit/assistants.ts';
import { manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { sized } from '../kit/run-size.ts';
import { startChild, startServerProcess } from '../kit/server-process.ts';
import type { StormOrder } from '../kit/storm.process.ts';
import { clientOf, startTestServer, type TestServer } from '../kit/test-server.ts';
import {
  newestDelivery,
  recordEvents,
  someEvent,
  startWebhookSink,
  type WebhookSink,
} from '../kit/webhook-sink.ts';

/** Records webhooks and serves the API, but sends nothing. */
const apiOnly = { PARLEY_ROLE: 'api', DATABASE_URL: 'postgres://overridden' };
const storm = fileURLToPath(new URL('../kit/storm.process.ts', import.meta.url));
/** Number of events that each of four processes records. Three of the processes are killed. */
const EVENTS = sized({ gate: 60, nightly: 250 });

const committed = z.object({ subjects: z.array(z.int()) });

let recorder: TestServer;
let sink: WebhookSink;
const senders: TestServer[] = [];

beforeAll(async () => {
  sink = await startWebhookSink();
  recorder = await startTestServer({ environment: apiOnly });
});
afterEach(async () => {
  for (const sender of senders.splice(0)) await sender.stop();
});
afterAll(async () => {
  await recorder.stop();
  await sink.close();
});

async function startSender(overrides = {}): Promise<TestServer> {
  const sender = await startTestServer({ beside: recorder.testDatabase, overrides });
  senders.push(sender);
  return sender;
}

const claims = async (): Promise<number> =>
  (await recorder.database.query('select from webhook_deliveries where process_id is not null')).length;

describe(`a process that is killed in a storm of ${4 * EVENTS} webhooks`, () => {
  test('loses none: each is delivered with one id, and twice only if it was in flight', async () => {
    const { userId } = await recorder.account();
    const recorded = new Set<number>();
    const webhookUrls = Array.from({ length: 7 }, (_, index) => `${sink.origin}/storm/${userId}/${index}`);
    let atKills = 0;
    for (const [round, share] of [0.2, 0.5, 0.8, 1].entries()) {
      const running = await startChild(storm, recorder.testDatabase.connection);
      endsWithTest(running.kill);
      running.child.on('message', (message) => {
        for (const subject of committed.parse(message).subjects) recorded.add(subject);
      });
      const before = sink.received.length;
      const order: StormOrder = { userId, webhookUrls, firstSubject: round * EVENTS, events: EVENTS };
      running.child.send(order);
      if (share === 1) {
        await eventually(
          () =>
            recorder.database.query(
              `select from webhook_deliveries where user_id = $1 and status <> 'delivered'`,
              [userId],
            ),
          (left) => left.length === 0 && recorded.has(4 * EVENTS - 1),
        );
        await running.stop();
        continue;
      }
      await eventually(
        async () => sink.received.length - before,
        (count) => count >= EVENTS * share,
      );
      await running.kill();
      atKills += await claims();
    }
    const received = sink.received.filter(({ path }) => path.startsWith(`/storm/${userId}/`));
    const ids = new Map<number, Set<unknown>>();
    for (const { body, headers } of received) {
      const { subject } = JSON.parse(body);
      ids.set(subject, (ids.get(subject) ?? new Set()).add(headers['webhook-id']));
    }
    expect(recorded.size).toBeGreaterThan(2 * EVENTS);
    expect([...recorded].filter((subject) => !ids.has(subject))).toEqual([]);
    expect([...ids.values()].filter((own) => own.size !== 1)).toEqual([]);
    expect(new Set([...ids.values()].flatMap((own) => [...own])).size).toBe(ids.size);
    expect(received.length - ids.size).toBeLessThanOrEqual(atKills);
    const rows = await recorder.database.query<{ subject: number }>(
      'select subject_id::integer as subject from webhook_deliveries where user_id = $1',
      [userId],
    );
    expect(new Set(ids.keys())).toEqual(new Set(rows.map(({ subject }) => subject)));
  });
});

test('an event of the database is delivered once if the process is killed right after the commit', async () => {
  const account = await recorder.account();
  const path = `/trigger/${account.userId}`;
  const created = await account.post('/user/webhook-endpoints', {
    url: `${sink.origin}${path}`,
    events: ['conversation.started'],
  });
  expect(created.status).toBe(201);
  const assistant = await createAssistant(account);
  const doomed = await startServerProcess(recorder.testDatabase.connection, { PARLEY_ROLE: 'api' });
  endsWithTest(doomed.kill);
  const asked = await clientOf(doomed.api, account.token).post('/user/ai/generate-reply', {
    assistant_id: assistant.id,
    customer_identifier: 'ada',
    message: 'Hello?',
  });
  await doomed.kill();
  expect([asked.status, sink.at(path)]).toEqual([200, []]);
  await startSender();
  const delivery = await newestDelivery(account, ({ status }) => status === 'delivered');
  expect(delivery.attempt_count).toBe(1);
  const [received, ...others] = sink.at(path);
  expect(others).toEqual([]);
  expect(JSON.parse(received?.body ?? '')).toMatchObject({
    type: 'conversation.started',
    id: received?.headers['webhook-id'],
  });
});

describe('several processes', () => {
  test('send each webhook once', async () => {
    const [first, second] = [await startSender(), await startSender()];
    const account = await recorder.account();
    const record = (server: TestServer, index: number): Promise<void> =>
      recordEvents(
        server,
        Array.from({ length: 10 }, () =>
          someEvent(account.userId, { webhookUrl: `${sink.origin}/shared/${account.userId}/${index % 5}` }),
        ),
      );
    const servers = [first, second, recorder];
    await Promise.all(Array.from({ length: 30 }, (_, index) => record(servers[index % 3] ?? first, index)));
    await eventually(
      async () => (await account.get('/user/webhook-deliveries?status=delivered')).body.total,
      (total) => total === 300,
    );
    const ids = sink.received
      .filter(({ path }) => path.startsWith(`/shared/${account.userId}/`))
      .map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(300);
    expect(new Set(ids).size).toBe(300);
  });

  test('notify each other: a sender that never polls sends what another process has recorded', async () => {
    // The sender's clock does not move. It is ahead of every recorded event.
    await startSender({ clock: manualClock(new Date(Date.now() + 60_000)) });
    const account = await recorder.account();
    await recordEvents(recorder, [someEvent(account.userId, { webhookUrl: `${sink.origin}/told` })]);
    const delivery = await newestDelivery(account, ({ attempt_count }) => attempt_count === 1);
    expect(delivery.status).toBe('delivered');
  });
});

describe('a process that is stopped', () => {
  test('waits for answers of running requests and stores them', async () => {
    const sender = await startSender();
    const account = await recorder.account();
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    const path = `/drain/${account.userId}`;
    sink.answer(path, { status: 200, body: 'Thanks', until });
    const event = () => someEvent(account.userId, { webhookUrl: `${sink.origin}${path}` });
    await recordEvents(recorder, [event()]);
    await eventually(
      async () => sink.at(path).length,
      (count) => count === 1,
    );
    const stopped = sender.stop();
    await eventually(
      () =>
        fetch(`${sender.api}/health`).then(
          () => 'open',
          () => 'closed',
        ),
      (state) => state === 'closed',
    );
    answer();
    await stopped;
    const delivery = await newestDelivery(account, () => true);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ response_body: 'Thanks' }] });
  });

  test('releases unanswered deliveries, which another process sends', async () => {
    const sender = await startSender({ shutdownLimits: { turnsMs: 50, totalMs: 200 } });
    const account = await recorder.account();
    const path = `/given-back/${account.userId}`;
    sink.answer(path, 'hang');
    await recordEvents(recorder, [someEvent(account.userId, { webhookUrl: `${sink.origin}${path}` })]);
    await eventually(
      async () => sink.at(path).length,
      (count) => count === 1,
    );
    await sender.stop();
    expect(await claims()).toBe(0);
    expect(await newestDelivery(account, () => true)).toMatchObject({ status: 'pending', attempt_count: 0 });
    sink.answer(path, { status: 200 });
    await startSender();
    const delivery = await newestDelivery(account, ({ status }) => status === 'delivered');
    expect(delivery.attempt_count).toBe(1);
    expect(new Set(sink.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });
});
