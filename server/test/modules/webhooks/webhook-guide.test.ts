import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';
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
let directory: string;
/** The function in the guide’s snippet. */
let readWebhook: (secret: string, headers: unknown, body: string) => unknown;

beforeAll(async () => {
  sink = await startWebhookSink();
  server = await sharedServer();
  account = await server.account();
  directory = await mkdtemp(join(tmpdir(), 'parley-guide-'));
  const guide = await readFile(new URL('../../../../docs/guides/webhooks.md', import.meta.url), 'utf8');
  const [, snippet = ''] = /```js(?: no-test)?\n([\s\S]+?)```/.exec(guide) ?? [];
  const file = join(directory, 'snippet.mjs');
  await writeFile(file, snippet);
  ({ readWebhook } = await import(pathToFileURL(file).href));
});
afterAll(async () => {
  await sink.close();
  await rm(directory, { recursive: true });
});

test('the guide’s snippet accepts valid webhooks only', async () => {
  const payload = { text: 'Ünïcödé 👋' };
  const send = async (path: string): Promise<{ headers: Record<string, unknown>; body: string }> => {
    await recordEvents(server, [
      someEvent(account.userId, { webhookUrl: `${sink.origin}${path}`, payload, subjectId: path }),
    ]);
    await newestDelivery(account, (one) => one.subject_id === path && one.status === 'delivered');
    const [received] = sink.at(path);
    if (received === undefined) throw new Error('No webhook arrived.');
    return received;
  };
  const { secret } = (await account.get('/user/webhook-secret')).body.data;
  const { headers, body } = await send('/first');
  expect(readWebhook(secret, headers, body)).toEqual(payload);

  expect(() => readWebhook(secret, headers, `${body} `)).toThrow('not signed');
  expect(() => readWebhook(secret, { ...headers, 'webhook-id': 'msg_other' }, body)).toThrow('not signed');
  for (const timestamp of ['0', '99999999999', 'soon']) {
    expect(() => readWebhook(secret, { ...headers, 'webhook-timestamp': timestamp }, body)).toThrow(
      'not recent',
    );
  }
  for (const missing of ['webhook-id', 'webhook-signature']) {
    expect(() => readWebhook(secret, { ...headers, [missing]: undefined }, body)).toThrow('not signed');
  }
  expect(() => readWebhook(secret, {}, body)).toThrow('not recent');
  const other = await server.account();
  const foreign = (await other.get('/user/webhook-secret')).body.data.secret;
  expect(() => readWebhook(foreign, headers, body)).toThrow('not signed');

  const rotated = (await account.post('/user/webhook-secret/rotate')).body.data.secret;
  const later = await send('/rotated');
  for (const one of [secret, rotated]) expect(readWebhook(one, later.headers, later.body)).toEqual(payload);
});
