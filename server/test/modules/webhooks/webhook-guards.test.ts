import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Log } from '../../../src/core/log.ts';
import { type LoopbackServer, startLoopbackServer } from '../../kit/loopback-server.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import {
  newestDelivery,
  recordEvents,
  someEvent,
  startWebhookSink,
  type WebhookSink,
} from '../../kit/webhook-sink.ts';

let server: TestServer;
let account: Client;
/** The only private address that the operator allows. */
let allowed: WebhookSink;
/** Listens on every address of the machine. */
let inner: LoopbackServer;

const lines: string[] = [];
const note = (fields: object, message: string): void => {
  lines.push(`${JSON.stringify(fields)} ${message}`);
};
const log: Log = { debug: note, info: note, warn: note, error: note };

beforeAll(async () => {
  allowed = await startWebhookSink();
  inner = await startLoopbackServer((_request, response) => response.end('inner secret'), '::');
  server = await startTestServer({ environment: { PARLEY_ALLOW_PRIVATE_CIDRS: '127.0.0.1/32' }, log });
  account = await server.account();
});
afterAll(async () => {
  await server.stop();
  await Promise.all([allowed.close(), inner.close()]);
});

test('a redirect into the private network fails and is not followed', async () => {
  const location = `http://127.0.0.2:${inner.port}/`;
  allowed.answer('/redirect', { status: 307, headers: { location }, body: 'Elsewhere' });
  await recordEvents(server, [
    someEvent(account.userId, { webhookUrl: `${allowed.origin}/redirect`, subjectId: 'redirected' }),
  ]);
  const delivery = await newestDelivery(
    account,
    ({ subject_id, attempt_count }) => subject_id === 'redirected' && attempt_count === 1,
  );
  expect(delivery.attempts).toMatchObject([
    { status_code: 307, reason: 'The endpoint answered 307: redirects are not followed.' },
  ]);
  expect(inner.connections()).toBe(0);
});

test('neither the secret nor a payload is logged', async () => {
  const { secret } = (await account.get('/user/webhook-secret')).body.data;
  const payload = { phone: '+40721234567' };
  allowed.answer('/logged', { status: 410 });
  await recordEvents(server, [
    someEvent(account.userId, { webhookUrl: `${allowed.origin}/logged`, payload, subjectId: 'logged' }),
  ]);
  await newestDelivery(account, ({ subject_id, status }) => subject_id === 'logged' && status === 'held');
  expect(lines.some((line) => line.includes('A webhook endpoint was disabled.'))).toBe(true);
  expect(lines.join('\n')).not.toContain(secret);
  expect(lines.join('\n')).not.toContain('+40721234567');
});
