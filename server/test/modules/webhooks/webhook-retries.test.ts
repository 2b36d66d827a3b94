import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actingAs } from '../../../src/db/acting-as.ts';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import {
  newestDelivery,
  recordEvents,
  someEvent,
  startWebhookSink,
  type WebhookSink,
} from '../../kit/webhook-sink.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let clock: ManualClock;
let server: TestServer;
let sink: WebhookSink;
let account: Client;
/** Another account, whose deliveries show that everything due before them was handled. */
let other: Client;

beforeAll(async () => {
  clock = manualClock();
  sink = await startWebhookSink();
  server = await startTestServer({ overrides: { clock } });
});
beforeEach(async () => {
  [account, other] = await Promise.all([server.account(), server.account()]);
});
afterAll(async () => {
  await server.stop();
  await sink.close();
});

const send = (path: string): Promise<void> =>
  recordEvents(server, [someEvent(account.userId, { webhookUrl: `${sink.origin}${path}` })]);
const afterAttempts = (count: number): Promise<Answer['body']> =>
  newestDelivery(account, ({ attempt_count }) => attempt_count === count);
const onlyEndpoint = async (): Promise<Answer['body']> =>
  (await account.get('/user/webhook-targets')).body.data[0];

/** Polls and claims alternate, so a delivery sent now follows all that were due at the last poll. */
async function everythingDueIsSent(): Promise<void> {
  await recordEvents(server, [someEvent(other.userId, { webhookUrl: `${sink.origin}/other` })]);
  await newestDelivery(other, ({ status }) => status === 'delivered');
}

test('makes thirteen attempts with one id and body, each exactly when due', async () => {
  sink.answer('/table', { status: 500, body: 'No.' });
  await send('/table');
  const delays = [
    5 * SECOND,
    30 * SECOND,
    60 * SECOND,
    120 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ];
  for (const [index, delayMs] of delays.entries()) {
    const { status, next_attempt_at } = await afterAttempts(index + 1);
    expect(status).toBe('pending');
    const waitMs = Date.parse(next_attempt_at) - clock.now().getTime();
    expect(waitMs).toBeGreaterThanOrEqual(delayMs * 0.9 - 1);
    expect(waitMs).toBeLessThanOrEqual(delayMs * 1.1 + 1);
    clock.advance(waitMs - 1);
    await everythingDueIsSent();
    expect(sink.at('/table')).toHaveLength(index + 1);
    clock.advance(1);
  }
  const failed = await newestDelivery(account, ({ status }) => status === 'failed');
  expect(failed).toMatchObject({ attempt_count: 13, next_attempt_at: null });
  expect(failed.attempts.map(({ number }: { number: number }) => number)).toEqual(
    Array.from({ length: 13 }, (_, index) => index + 1),
  );
  clock.advance(30 * DAY);
  await everythingDueIsSent();
  expect(sink.at('/table')).toHaveLength(13);
  const sent = sink.at('/table');
  expect(new Set(sent.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([failed.id]));
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  // Timestamp and signature are those of the attempt.
  expect(new Set(sent.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(13);
  expect(new Set(sent.map(({ headers }) => headers['webhook-signature'])).size).toBe(13);

  sink.answer('/table', { status: 200, body: 'Yes.' });
  const resent = await account.post(`/user/webhook-deliveries/${failed.id}/resend`);
  expect(resent.body.data).toMatchObject({ id: failed.id, attempt_count: 13, finished_at: null });
  const delivered = await newestDelivery(account, ({ status }) => status === 'delivered');
  expect(delivered.attempts).toHaveLength(14);
  expect(delivered.attempts[13]).toMatchObject({ status_code: 200, response_body: 'Yes.' });
});

test('retries due within one second are each sent on time', async () => {
  sink.answer('/several', { status: 500 });
  for (let count = 0; count < 3; count += 1) {
    await send('/several');
    await afterAttempts(1);
    clock.advance(100);
  }
  const list = await account.get('/user/webhook-deliveries');
  const instants: number[] = list.body.data.map((one: Answer['body']) => Date.parse(one.next_attempt_at));
  for (const [index, dueMs] of instants.sort((one, other) => one - other).entries()) {
    // Retries due within ten milliseconds are sent together.
    clock.advance(Math.max(0, dueMs + 10 - clock.now().getTime()));
    await eventually(
      async () => sink.at('/several').length,
      (count) => count >= 3 + index + 1,
    );
  }
});

test('an attempt to a hanging endpoint fails after 15 seconds', async () => {
  sink.answer('/hang', 'hang');
  await send('/hang');
  await eventually(
    async () => sink.at('/hang').length,
    (count) => count === 1,
  );
  clock.advance(15 * SECOND - 1);
  await everythingDueIsSent();
  expect((await newestDelivery(account, () => true)).attempt_count).toBe(0);
  clock.advance(1);
  const delivery = await afterAttempts(1);
  expect(delivery.attempts).toMatchObject([
    { status_code: null, reason: 'The endpoint did not answer within 15 seconds.', response_body: '' },
  ]);
});

describe('a response whose body never ends counts by its status', () => {
  const hasCome = (path: string): Promise<number> =>
    eventually(
      async () => sink.at(path).length,
      (count) => count === 1,
    );

  test.each([
    [200, 'never', 'delivered', 'enabled'],
    [200, 'reset', 'delivered', 'enabled'],
    [410, 'never', 'held', 'disabled'],
    [410, 'reset', 'held', 'disabled'],
  ] as const)('(status %i, ending: %s): %s', async (status, ending, outcome, target) => {
    const path = `/half-${status}-${ending}`;
    sink.answer(path, { status, body: 'Half an ans', ending });
    await send(path);
    await hasCome(path);
    // Time may only pass once the beginning of the response has arrived.
    if (ending === 'never') await everythingDueIsSent();
    clock.advance(15 * SECOND);
    const delivery = await newestDelivery(account, (one) => one.status === outcome);
    expect(delivery).toMatchObject({
      attempt_count: 1,
      attempts: [{ status_code: status, response_body: 'Half an ans' }],
    });
    expect((await onlyEndpoint()).status).toBe(target);
  });

  test('even if the body is shorter than its declared length', async () => {
    const headers = { 'content-length': '100' };
    sink.answer('/short', { status: 200, headers, body: 'Half an ans', ending: 'reset' });
    await send('/short');
    const { attempts } = await newestDelivery(account, ({ status }) => status === 'delivered');
    expect(attempts).toMatchObject([{ status_code: 200, response_body: 'Half an ans' }]);
  });
});

test('Retry-After applies when it is longer than the scheduled delay', async () => {
  sink.answer('/later', { status: 429, headers: { 'retry-after': '600' } });
  await send('/later');
  const { next_attempt_at } = await afterAttempts(1);
  expect(Date.parse(next_attempt_at) - clock.now().getTime()).toBe(10 * MINUTE);
});

describe('an endpoint that answers 410', () => {
  test('gets nothing more until it is enabled; then all held deliveries, with the full retry schedule', async () => {
    sink.answer('/gone', { status: 410, body: 'Gone fishing' });
    await actingAs({ actor: { kind: 'visitor' }, address: '192.0.2.1' }, () => send('/gone'));
    const first = await newestDelivery(account, ({ status }) => status === 'held');
    expect(first).toMatchObject({ attempt_count: 1, next_attempt_at: null, finished_at: null });
    expect(first.attempts[0]).toMatchObject({
      status_code: 410,
      reason: 'The endpoint answered 410: it is gone.',
      response_body: 'Gone fishing',
    });
    expect(await onlyEndpoint()).toMatchObject({
      url: `${sink.origin}/gone`,
      status: 'disabled',
      disabled_reason: 'gone',
      failure_count: 1,
      waiting_count: 1,
    });
    // Not disabled by the visitor whose request caused the event.
    const { body: log } = await account.get('/user/audit-log?object_type=webhook_endpoint&action=updated');
    expect(log.data[0]).toMatchObject({ actor: { kind: 'system' }, address: null });
    await send('/gone');
    clock.advance(DAY);
    await everythingDueIsSent();
    expect(sink.at('/gone')).toHaveLength(1);
    expect((await account.get('/user/webhook-deliveries?status=held')).body.total).toBe(2);
    expect((await account.get('/user/webhook-deliveries?status=pending')).body.total).toBe(0);
    const refused = await account.post(`/user/webhook-deliveries/${first.id}/resend`);
    expect(refused.status).toBe(409);

    sink.answer('/gone', { status: 503 });
    const { id } = await onlyEndpoint();
    const enabled = await account.post(`/user/webhook-targets/${id}/enable`);
    expect(enabled.body.data).toMatchObject({
      status: 'enabled',
      disabled_reason: null,
      disabled_at: null,
      failure_count: 0,
      failing_since: null,
    });
    await eventually(
      () => account.get('/user/webhook-deliveries'),
      ({ body }) =>
        body.data.every((one: Answer['body']) => one.attempt_count === (one.id === first.id ? 2 : 1)),
    );
    const waits = (await account.get('/user/webhook-deliveries')).body.data.map(
      (one: Answer['body']) => Date.parse(one.next_attempt_at) - clock.now().getTime(),
    );
    for (const waitMs of waits) expect(waitMs).toBeLessThanOrEqual(5500);
  });

  test('is disabled again by another 410, and loses nothing', async () => {
    sink.answer('/gone-again', { status: 410 });
    await send('/gone-again');
    await newestDelivery(account, ({ status }) => status === 'held');
    const { id } = await onlyEndpoint();
    await account.post(`/user/webhook-targets/${id}/enable`);
    await newestDelivery(account, ({ status, attempt_count }) => status === 'held' && attempt_count === 2);
    sink.answer('/gone-again', { status: 200 });
    await account.post(`/user/webhook-targets/${id}/enable`);
    await newestDelivery(account, ({ status }) => status === 'delivered');
    expect(await onlyEndpoint()).toMatchObject({ status: 'enabled', failure_count: 0, waiting_count: 0 });
  });
});

describe('an endpoint that always fails', () => {
  test('is disabled after five days with a reason; its events are kept', async () => {
    sink.answer('/failing', { status: 500 });
    await send('/failing');
    const { attempts } = await afterAttempts(1);
    expect(await onlyEndpoint()).toMatchObject({
      status: 'enabled',
      failure_count: 1,
      failing_since: attempts[0].finished_at,
    });
    // Daily events, because gaps between rare events do not count as failing.
    for (let days = 1; days < 5; days += 1) {
      clock.advance(DAY);
      await send('/failing');
      await afterAttempts(1);
    }
    clock.advance(DAY - 1);
    await send('/failing');
    await afterAttempts(1);
    expect((await onlyEndpoint()).status).toBe('enabled');
    clock.advance(1);
    await send('/failing');
    // By its own attempt, or by the retry of an earlier delivery due at the same time.
    await newestDelivery(account, ({ status }) => status === 'held');
    expect(await onlyEndpoint()).toMatchObject({
      status: 'disabled',
      disabled_reason: 'failing',
      waiting_count: 7,
    });
  });

  test('is not disabled by a first attempt long after another delivery failed', async () => {
    sink.answer('/seldom', { status: 500 });
    await send('/seldom');
    await afterAttempts(1);
    await server.database.query(
      `update webhook_deliveries set status = 'failed', finished_at = now() where user_id = $1`,
      [account.userId],
    );
    clock.advance(30 * DAY);
    await send('/seldom');
    const { attempts } = await afterAttempts(1);
    expect(await onlyEndpoint()).toMatchObject({
      status: 'enabled',
      failure_count: 2,
      failing_since: attempts[0].finished_at,
    });
  });

  test('is not disabled after a success in between', async () => {
    sink.answer('/wavering', { status: 500 });
    await send('/wavering');
    await afterAttempts(1);
    clock.advance(4 * DAY);
    sink.answer('/wavering', { status: 200 });
    await send('/wavering');
    await newestDelivery(account, ({ status }) => status === 'delivered');
    expect(await onlyEndpoint()).toMatchObject({ failure_count: 0, failing_since: null });
    sink.answer('/wavering', { status: 500 });
    clock.advance(2 * DAY);
    await send('/wavering');
    await afterAttempts(1);
    expect((await onlyEndpoint()).status).toBe('enabled');
  });
});

test('a delivery waiting for a retry can be resent immediately', async () => {
  sink.answer('/impatient', { status: 500 });
  await send('/impatient');
  const { id } = await afterAttempts(1);
  sink.answer('/impatient', { status: 204 });
  await account.post(`/user/webhook-deliveries/${id}/resend`);
  await newestDelivery(account, ({ status }) => status === 'delivered');
  clock.advance(MINUTE);
  await everythingDueIsSent();
  expect(sink.at('/impatient')).toHaveLength(2);
});
