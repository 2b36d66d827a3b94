import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assistantFields, createAssistant } from '../../kit/assistants.ts';
import { eventually } from '../../kit/eventually.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Answer, Client, TestServer } from '../../kit/test-server.ts';
import {
  newestDelivery,
  type ReceivedWebhook,
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
  sink.answer('/500', { status: 500 });
  server = await sharedServer();
});
beforeEach(async () => {
  account = await server.account();
  sink.received.length = 0;
});
// Closed first, because a stopping server waits for hanging requests.
afterAll(async () => {
  await sink.close();
});

const isDelivered = ({ status }: Answer['body']): boolean => status === 'delivered';

/** Sends an event and waits until it is delivered or has failed once. */
async function send(path: string, assistantId: number | null = null): Promise<Answer['body']> {
  const webhookUrl = `${sink.origin}${path}`;
  const event = someEvent(account.userId, { webhookUrl, assistantId });
  await recordEvents(server, [event]);
  return newestDelivery(
    account,
    ({ subject_id, attempt_count }) => subject_id === event.subjectId && attempt_count > 0,
  );
}

const verify = (secret: string, { body, headers }: ReceivedWebhook): unknown =>
  new Webhook(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  });

describe('the secret', () => {
  const current = async (): Promise<string> => (await account.get('/user/webhook-secret')).body.data.secret;

  /** Expires replaced secrets, a second ago because process clocks are less precise than the database's. */
  const retireReplaced = () =>
    server.database.query(
      `update webhook_secrets set retires_at = clock_timestamp() - interval '1 second'
       where user_id = $1 and retires_at is not null`,
      [account.userId],
    );

  test('is created once under concurrency, is 32 random bytes and unique per account', async () => {
    const secrets = await Promise.all(Array.from({ length: 10 }, current));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^whsec_/);
    expect(Buffer.from(secrets[0]?.slice(6) ?? '', 'base64')).toHaveLength(32);
    const other = await server.account();
    expect((await other.get('/user/webhook-secret')).body.data.secret).not.toBe(secrets[0]);
  });

  test('is stored encrypted', async () => {
    const secret = await current();
    const rows = await server.database.query<{ sealed: string }>(
      `select encode(sealed_secret, 'escape') as sealed from webhook_secrets where user_id = $1`,
      [account.userId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed).not.toContain(secret.slice(6));
  });

  test('is replaced by a rotation; the old one keeps signing for 24 hours', async () => {
    const before = await current();
    await send('/rotation');
    const rotated = await account.post('/user/webhook-secret/rotate');
    const after: string = rotated.body.data.secret;
    expect(after).not.toBe(before);
    expect(await current()).toBe(after);
    await send('/rotation');
    const [first, both] = sink.at('/rotation');
    if (first === undefined || both === undefined) throw new Error('A webhook is missing.');
    expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2);
    verify(before, first);
    verify(before, both);
    verify(after, both);
    expect(() => verify(after, first)).toThrow();

    await retireReplaced();
    const third = (await account.post('/user/webhook-secret/rotate')).body.data.secret;
    await send('/rotation');
    const last = sink.at('/rotation').at(-1);
    if (last === undefined) throw new Error('The third webhook is missing.');
    verify(after, last);
    verify(third, last);
    expect(() => verify(before, last)).toThrow();
  });

  test('is returned with the expiry of the one that it replaced, per account', async () => {
    const until = async (client = account) =>
      (await client.get('/console/webhook-rotation')).body.data.old_signs_until;
    const other = await server.account();
    await current();
    expect(await until()).toBeNull();
    await account.post('/user/webhook-secret/rotate');
    const rows = await server.database.query<{ last: Date }>(
      'select max(retires_at) as last from webhook_secrets where user_id = $1',
      [account.userId],
    );
    expect(Date.parse(await until())).toBe(rows[0]?.last.getTime());
    expect(await until(other)).toBeNull();
    await retireReplaced();
    expect(await until()).toBeNull();
  });

  test('changes in each of several concurrent rotations, and the last five sign', async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, () => account.post('/user/webhook-secret/rotate')),
    );
    const secrets: string[] = all.map(({ body }) => body.data.secret);
    expect(new Set(secrets).size).toBe(8);
    expect(secrets).toContain(await current());
    await send('/many');
    const [request] = sink.at('/many');
    if (request === undefined) throw new Error('The webhook is missing.');
    const valid = secrets.filter((secret) => {
      try {
        return verify(secret, request) !== null;
      } catch {
        return false;
      }
    });
    expect(valid).toHaveLength(5);
    expect(valid).toContain(await current());
  });
});

describe('the list of deliveries', () => {
  const total = async (query: string): Promise<number> =>
    (await account.get(`/user/webhook-deliveries?${query}`)).body.total;

  test('is newest first, paginated, and filtered by status, event, assistant, endpoint and day', async () => {
    const { id } = await createAssistant(account);
    const ok = await send('/ok', id);
    const bad = await send('/500');
    await server.database.query(
      `update webhook_deliveries set created_at = '2026-02-28T23:59:59.999Z' where id = $1`,
      [ok.id],
    );
    const list = await account.get('/user/webhook-deliveries?per_page=1&page=2');
    expect(list.body).toMatchObject({ total: 2, last_page: 2, data: [{ id: ok.id, assistant_id: id }] });
    expect((await account.get('/user/webhook-deliveries')).body.data[0].id).toBe(bad.id);
    // A delivery with many retries is the latest by its end.
    const byEnd = await account.get('/user/webhook-deliveries?order_by=finished_at');
    expect(byEnd.body.data.map((one: { id: string }) => one.id)).toEqual([ok.id, bad.id]);
    expect(await total('status=delivered')).toBe(1);
    expect(await total('status=pending')).toBe(1);
    expect(await total('status=held')).toBe(0);
    expect(await total('status=failed')).toBe(0);
    expect(await total('event=conversation.ended')).toBe(2);
    expect(await total('event=call.ended')).toBe(0);
    expect(await total(`assistant_id=${id}`)).toBe(1);
    expect(await total(`target_id=${bad.target_id}`)).toBe(1);
    expect(await total('date_from=2026-02-28&date_to=2026-02-28')).toBe(1);
    expect(await total('date_to=2026-02-27')).toBe(0);
    expect(await total('date_from=2026-03-01')).toBe(1);
  });

  test.each([
    ['status=sent', 'status'],
    ['assistant_id=9000000000', 'assistant_id'],
    ['date_from=yesterday', 'date_from'],
    ['per_page=101', 'per_page'],
    [`event=${'e'.repeat(65)}`, 'event'],
  ])('refuses %s', async (query, field) => {
    const refused = await account.get(`/user/webhook-deliveries?${query}`);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual([field]);
  });
});

describe('resending', () => {
  test('a delivered webhook keeps its id and body, with a new signature', async () => {
    const { id } = await send('/again');
    const resent = await account.post(`/user/webhook-deliveries/${id}/resend`);
    expect(resent.body).toMatchObject({ message: 'The webhook is being resent.', data: { id } });
    const twice = await newestDelivery(account, ({ attempt_count }) => attempt_count === 2);
    expect(twice).toMatchObject({ status: 'delivered', attempts: [{ number: 1 }, { number: 2 }] });
    const [first, second] = sink.at('/again');
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  test('a webhook that is being sent is refused with 409', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    sink.answer('/slow', { status: 500, until: promise });
    const event = someEvent(account.userId, { webhookUrl: `${sink.origin}/slow` });
    await recordEvents(server, [event]);
    await eventually(
      async () => sink.at('/slow').length,
      (count) => count === 1,
    );
    const { id } = await newestDelivery(account, () => true);
    const refused = await account.post(`/user/webhook-deliveries/${id}/resend`);
    expect(refused.status).toBe(409);
    expect(refused.body).toEqual({
      message: 'This webhook is being sent. Wait for its outcome.',
    });
    await send('/after');
    expect(sink.at('/slow')).toHaveLength(1);
    resolve();
    const path = `/user/webhook-deliveries/${id}`;
    await eventually(
      () => account.get(path),
      ({ body }) => body.data.attempt_count === 1,
    );
    sink.answer('/slow', { status: 200 });
    expect((await account.post(`${path}/resend`)).status).toBe(200);
    await eventually(
      () => account.get(path),
      ({ body }) => isDelivered(body.data),
    );
    expect(sink.at('/slow')).toHaveLength(2);
  });

  const replay = (body: object): Promise<Answer> => account.post('/user/webhook-deliveries/replay', body);

  test('a time range can be limited to a status and an event', async () => {
    for (const path of ['/one', '/two', '/three']) await send(path);
    const list = (await account.get('/user/webhook-deliveries')).body.data;
    const [three, two, one] = list;
    const day = (text: string, id: string) =>
      server.database.query('update webhook_deliveries set created_at = $1 where id = $2', [text, id]);
    await day('2026-01-01T00:00:00Z', one.id);
    await day('2026-01-02T00:00:00Z', two.id);
    await day('2026-01-03T00:00:00Z', three.id);
    await server.database.query(`update webhook_deliveries set status = 'failed' where id = $1`, [two.id]);
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-03T00:00:00Z' };
    expect((await replay({ ...range, event: 'call.ended' })).body.data.count).toBe(0);
    expect((await replay({ ...range, status: 'failed' })).body.data.count).toBe(1);
    await eventually(
      async () => sink.at('/two').length,
      (count) => count === 2,
    );
    await eventually(
      () => account.get(`/user/webhook-deliveries/${two.id}`),
      ({ body }) => isDelivered(body.data),
    );
    const shifted = { from: '2026-01-01T02:00:00+02:00', to: '2026-01-03T00:00:00Z' };
    expect((await replay(shifted)).body.data.count).toBe(2);
    await eventually(
      async () => [sink.at('/one').length, sink.at('/two').length, sink.at('/three').length],
      (counts) => counts.join() === '2,3,1',
    );
  });

  test.each([
    [{}, ['from', 'to']],
    [{ from: '2026-01-02', to: '2026-01-03T00:00:00Z' }, ['from']],
    [{ from: '2026-01-03T00:00:00Z', to: '2026-01-03T00:00:00Z' }, ['to']],
    [{ from: '2026-01-01T00:00:00Z', to: '2026-01-03T00:00:00Z', status: 'held' }, ['status']],
  ])('a range %j is refused', async (body, fields) => {
    const refused = await replay(body);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual(fields);
  });

  test('under an Idempotency-Key happens once', async () => {
    const { id } = await send('/key');
    const key = { 'idempotency-key': 'once' };
    await account.post(`/user/webhook-deliveries/${id}/resend`, {}, key);
    await newestDelivery(account, ({ attempt_count }) => attempt_count === 2);
    const replayed = await account.post(`/user/webhook-deliveries/${id}/resend`, {}, key);
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    await send('/key-after');
    expect(sink.at('/key')).toHaveLength(2);
  });
});

test('endpoints are listed with their failures; a disabled one can be enabled', async () => {
  await send('/ok');
  await send('/500');
  const { data } = (await account.get('/user/webhook-targets')).body;
  expect(data).toMatchObject([
    { url: `${sink.origin}/ok`, status: 'enabled', failure_count: 0, failing_since: null, waiting_count: 0 },
    { url: `${sink.origin}/500`, status: 'enabled', failure_count: 1, waiting_count: 1 },
  ]);
  const [, failing] = data;
  const enabled = await account.post(`/user/webhook-targets/${failing.id}/enable`);
  expect(enabled.body).toMatchObject({ data: { id: failing.id, failure_count: 1 } });
});

describe('setting a URL, even the same one', () => {
  const target = async (url: string): Promise<Answer['body']> => {
    const { body } = await account.get('/user/webhook-targets');
    return body.data.find((one: Answer['body']) => one.url === url);
  };
  const field = 'conversation_ended_webhook_url';

  test.each(['enable-conversation-ended-webhook', 'enable-webhook', 'enable-inbound-webhook'])(
    'with POST %s enables its endpoint and sends held deliveries',
    async (endpoint) => {
      const url = `${sink.origin}/${endpoint}`;
      sink.answer(`/${endpoint}`, { status: 410 });
      const { id } = await createAssistant(account, { [field]: url });
      const other = await server.account();
      await recordEvents(server, [
        someEvent(account.userId, { webhookUrl: url, assistantId: id }),
        someEvent(other.userId, { webhookUrl: url }),
      ]);
      await newestDelivery(account, ({ status }) => status === 'held');
      await newestDelivery(other, ({ status }) => status === 'held');
      sink.answer(`/${endpoint}`, { status: 200 });
      const body = { assistant_id: id, webhook_url: url };
      expect((await other.post(`/user/assistants/${endpoint}`, body)).status).toBe(404);
      expect((await target(url)).status).toBe('disabled');
      expect((await account.post(`/user/assistants/${endpoint}`, body)).status).toBe(200);
      await newestDelivery(account, isDelivered);
      expect(await target(url)).toMatchObject({ status: 'enabled', failure_count: 0, waiting_count: 0 });
      // Another account has to enable its own endpoint.
      expect((await newestDelivery(other, () => true)).status).toBe('held');
    },
  );

  test('on update or creation of an assistant enables its endpoint', async () => {
    const url = `${sink.origin}/by-change`;
    const { id } = await createAssistant(account, { [field]: url });
    const fields = await assistantFields(account);
    for (const set of [
      () => account.put(`/user/assistant/${id}`, { [field]: url }),
      () => account.put(`/user/assistant/${id}`, { webhook_url: url, is_webhook_active: true }),
      () => account.post('/user/assistant', { ...fields, webhook_url: url }),
    ]) {
      sink.answer('/by-change', { status: 410 });
      await send('/by-change', id);
      await newestDelivery(account, ({ status }) => status === 'held');
      sink.answer('/by-change', { status: 200 });
      // Neither another field nor another URL counts.
      await account.put(`/user/assistant/${id}`, { name: 'Renamed', webhook_url: `${sink.origin}/other` });
      expect((await target(url)).status).toBe('disabled');
      expect([200, 201]).toContain((await set()).status);
      await newestDelivery(account, isDelivered);
    }
  });

  test('in a refused request does not enable its endpoint', async () => {
    const url = `${sink.origin}/refused`;
    sink.answer('/refused', { status: 410 });
    const { id } = await createAssistant(account, { [field]: url });
    await send('/refused', id);
    const refused = await account.put(`/user/assistant/${id}`, { [field]: url, knowledgebase_id: 4_000_000 });
    expect(refused.status).toBe(422);
    expect((await target(url)).status).toBe('disabled');
  });
});

describe('deliveries by subject', () => {
  const listed = async (query: string): Promise<string[]> => {
    const { status, body } = await account.get(`/user/webhook-deliveries?${query}`);
    expect(status).toBe(200);
    expect(body.total).toBe(body.data.length);
    return body.data.map(({ subject_id }: Answer['body']) => subject_id);
  };

  test('are those of a call or a conversation', async () => {
    const subjectId = randomUUID();
    const conversation = someEvent(account.userId, { webhookUrl: `${sink.origin}/ok`, subjectId });
    const call = someEvent(account.userId, {
      webhookUrl: `${sink.origin}/ok`,
      type: 'call.ended',
      subjectId: '41',
    });
    await recordEvents(server, [conversation, call]);
    expect(await listed('call_id=41')).toEqual(['41']);
    expect(await listed('call_id=4')).toEqual([]);
    expect(await listed(`conversation_id=${subjectId}`)).toEqual([subjectId]);
    expect(await listed(`conversation_id=${subjectId.toUpperCase()}`)).toHaveLength(1);
    expect(await listed(`conversation_id=${subjectId}&call_id=41`)).toEqual([]);
    const other = await server.account();
    expect((await other.get('/user/webhook-deliveries?call_id=41')).body.total).toBe(0);
  });

  test('require a valid id or UUID', async () => {
    for (const query of ['call_id=x', 'call_id=-1', 'conversation_id=41']) {
      expect((await account.get(`/user/webhook-deliveries?${query}`)).status).toBe(422);
    }
  });
});
