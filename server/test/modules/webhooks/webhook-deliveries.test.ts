import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../../../package.json' with { type: 'json' };
import { eventually } from '../../kit/eventually.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Answer, Client, TestServer } from '../../kit/test-server.ts';
import {
  newestDelivery,
  recordEvents,
  someEvent,
  startWebhookSink,
  type WebhookSink,
} from '../../kit/webhook-sink.ts';

let server: TestServer;
let sink: WebhookSink;
let account: Client;

beforeAll(async () => {
  sink = await startWebhookSink();
  server = await sharedServer();
  account = await server.account();
});
// Closed first, because a stopping server waits for hanging requests.
afterAll(async () => {
  await sink.close();
});

const attempted = (delivery: Answer['body']): boolean => delivery.attempt_count > 0;

async function send(path: string, payload: Record<string, unknown> = { hello: 'world' }): Promise<void> {
  await recordEvents(server, [someEvent(account.userId, { webhookUrl: `${sink.origin}${path}`, payload })]);
}

test('an event is sent by Standard Webhooks, and the official library accepts it', async () => {
  const payload = { text: 'Ünïcödé 👋 \u2028 "quotes"', lone: '\ud800', nested: { list: [1, null, 'x'] } };
  await send('/genuine', payload);
  const delivery = await newestDelivery(account, ({ status }) => status === 'delivered');
  const [request] = sink.at('/genuine');
  const { data } = (await account.get('/user/webhook-secret')).body;
  const verified = new Webhook(data.secret).verify(request?.body ?? '', {
    'webhook-id': String(request?.headers['webhook-id']),
    'webhook-timestamp': String(request?.headers['webhook-timestamp']),
    'webhook-signature': String(request?.headers['webhook-signature']),
  });
  expect(verified).toEqual(payload);
  expect(request?.headers).toMatchObject({
    'webhook-id': delivery.id,
    'user-agent': `Parley/${manifest.version}`,
    'content-type': 'application/json',
  });
  expect(delivery.payload).toBe(request?.body);
  expect(delivery.id).toMatch(/^msg_[0-9a-f]{32}$/);
  expect(delivery).toMatchObject({
    event: 'conversation.ended',
    url: `${sink.origin}/genuine`,
    attempt_count: 1,
    next_attempt_at: null,
    attempts: [{ number: 1, status_code: 200, reason: null, response_body: '' }],
  });
});

test('an event without a receiver creates no delivery', async () => {
  const other = await server.account();
  await recordEvents(server, [someEvent(other.userId)]);
  expect((await other.get('/user/webhook-deliveries')).body.total).toBe(0);
});

test('an event of a rolled-back transaction is never sent', async () => {
  const other = await server.account();
  const event = someEvent(other.userId, { webhookUrl: `${sink.origin}/rolled-back` });
  const undone = recordEvents(server, [event], () => Promise.reject(new Error('Undone.')));
  await expect(undone).rejects.toThrow('Undone.');
  await recordEvents(server, [{ ...event, webhookUrl: `${sink.origin}/after` }]);
  await newestDelivery(other, ({ status }) => status === 'delivered');
  expect(sink.at('/rolled-back')).toEqual([]);
  expect((await other.get('/user/webhook-deliveries')).body.total).toBe(1);
});

describe('a failed attempt stores the reason and is retried', () => {
  test.each([
    ['/500', { status: 500, body: 'Trouble at the mill' }, 500, 'The endpoint answered 500.'],
    ['/400', { status: 400, body: '' }, 400, 'The endpoint answered 400.'],
    ['/304', { status: 304 }, 304, 'The endpoint answered 304: redirects are not followed.'],
  ] as const)('after a response to %s', async (path, reply, status_code, reason) => {
    sink.answer(path, reply);
    await send(path);
    const delivery = await newestDelivery(account, attempted);
    expect(delivery.status).toBe('pending');
    expect(delivery.next_attempt_at).not.toBeNull();
    expect(delivery.attempts).toMatchObject([
      { status_code, reason, response_body: 'body' in reply ? reply.body : '' },
    ]);
  });

  test('after a redirect, which is not followed', async () => {
    sink.answer('/redirect', { status: 302, headers: { location: `${sink.origin}/elsewhere` } });
    await send('/redirect');
    const delivery = await newestDelivery(account, attempted);
    expect(delivery.attempts).toMatchObject([
      { status_code: 302, reason: 'The endpoint answered 302: redirects are not followed.' },
    ]);
    expect(sink.at('/elsewhere')).toEqual([]);
  });

  test('after a reset connection', async () => {
    sink.answer('/reset', 'reset');
    await send('/reset');
    const delivery = await newestDelivery(account, attempted);
    expect(delivery.attempts).toMatchObject([
      { status_code: null, reason: 'The connection was closed before the response was complete.' },
    ]);
  });

  test('after a request to an unreachable host', async () => {
    await recordEvents(server, [someEvent(account.userId, { webhookUrl: 'http://127.0.0.1:9/' })]);
    const delivery = await newestDelivery(account, attempted);
    expect(delivery.attempts).toMatchObject([{ status_code: null, reason: 'The connection was refused.' }]);
  });
});

describe('stores the first 4 KiB of a response as text', () => {
  test('even if it is endless, which counts as delivered', async () => {
    sink.answer('/endless', 'endless');
    await send('/endless');
    const delivery = await newestDelivery(account, attempted);
    expect(delivery.status).toBe('delivered');
    expect(delivery.attempts[0].response_body).toBe('x'.repeat(4096));
  });

  test('even if it is binary', async () => {
    const body = Buffer.from([0x61, 0x00, 0xff, 0xfe, 0x62]);
    sink.answer('/binary', { status: 200, body });
    await send('/binary');
    const delivery = await newestDelivery(account, attempted);
    expect(delivery.attempts[0].response_body).toBe('a\ufffd\ufffdb');
  });
});

test('a URL longer than an index entry gets an endpoint like any other URL', async () => {
  const path = `/${Array.from({ length: 2000 }, (_, index) => index.toString(36)).join('')}`;
  await send(path);
  await send(path);
  const delivery = await newestDelivery(account, ({ status }) => status === 'delivered');
  expect(delivery.url).toBe(`${sink.origin}${path}`);
  const targets = (await account.get('/user/webhook-targets')).body.data;
  expect(targets.filter(({ url }: { url: string }) => url === delivery.url)).toHaveLength(1);
});

test('two concurrent transactions with the same new URL both succeed', async () => {
  const other = await server.account();
  const event = () => someEvent(other.userId, { webhookUrl: `${sink.origin}/first` });
  await Promise.all(Array.from({ length: 8 }, () => recordEvents(server, [event()])));
  await eventually(
    async () => (await other.get('/user/webhook-deliveries?status=delivered')).body.total,
    (total) => total === 8,
  );
  expect((await other.get('/user/webhook-targets')).body.data).toHaveLength(1);
});

test('eighty hanging endpoints do not delay others, and keep their deliveries', async () => {
  const [hung, other] = [await server.account(), await server.account()];
  const paths = Array.from({ length: 80 }, (_, index) => `/hanging/${index}`);
  for (const path of paths) sink.answer(path, 'hang');
  const to = (client: Client, path: string) =>
    someEvent(client.userId, { webhookUrl: `${sink.origin}${path}` });
  await recordEvents(
    server,
    paths.flatMap((path) => Array.from({ length: 5 }, () => to(hung, path))),
  );
  await eventually(
    async () => paths.every((path) => sink.at(path).length > 0),
    (haveAllArrived) => haveAllArrived,
  );
  await recordEvents(server, [to(other, '/healthy'), to(other, '/healthy')]);
  await eventually(
    async () => (await other.get('/user/webhook-deliveries?status=delivered')).body.total,
    (total) => total === 2,
  );
  expect((await hung.get('/user/webhook-deliveries?status=pending')).body.total).toBe(400);
  // A new endpoint has two slots, and none of these has earned more.
  expect(Math.max(...paths.map((path) => sink.at(path).length))).toBe(2);
});
