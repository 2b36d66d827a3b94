import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { takeReport } from '../../../src/modules/messages/sms/sms-verbs.ts';
import { eventually } from '../../kit/eventually.ts';
import { unexplainedMoney } from '../../kit/ledger.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

const TO = '+40721234567';

let server: TestServer;
let account: Client;
let from: number;

beforeAll(async () => {
  server = await startTestServer({ environment: { PARLEY_INITIAL_BALANCE: '0.20' } });
});
afterAll(async () => {
  expect(await unexplainedMoney(server.database)).toEqual([]);
  await server.stop();
});
beforeEach(async () => {
  account = await server.account();
  from = await insertNumber(account);
});

const send = (body: object = {}, headers?: Record<string, string>) =>
  account.post('/user/sms', { from, to: TO, body: 'Hello', ...body }, headers);
const balance = async (): Promise<number> => (await account.get('/user/me')).body.total_balance;
const listed = async (query = ''): Promise<Record<string, unknown>[]> =>
  (await account.get(`/user/sms${query}`)).body.data;

/** Creates a number of the account with these settings. */
async function numberWith(settings: object): Promise<number> {
  const { body } = await account.post('/sandbox/phone-numbers', { type: 'normal', ...settings });
  return body.data.id;
}

describe('POST /user/sms', () => {
  test('sends the message, charges it once, and moves its state forward to the last', async () => {
    const sent = await send();
    expect(sent.status).toBe(201);
    expect(sent.body.data).toMatchObject({
      direction: 'outbound',
      phone_number_id: from,
      to: TO,
      body: 'Hello',
      // The carrier may have reported a state before the response.
      status: expect.stringMatching(/^(queued|sent|delivered)$/),
      cost: 0.05,
      message_sid: expect.stringMatching(/^sandbox-/),
    });
    expect(await balance()).toBe(0.15);
    const { id } = sent.body.data;
    const [row] = (await account.get('/user/billing/charges?kind=sms_message')).body.data;
    expect(row).toMatchObject({ reference: `sms:${id}`, amount_exact: '0.050000', why: `SMS to ${TO}.` });
    const delivered = await eventually(
      () => account.get(`/user/sms/${id}`),
      ({ body }) => body.data.status === 'delivered',
    );
    expect(delivered.body.data).toMatchObject({ id, cost: 0.05, error: null });
  });

  test('charges each segment of a long message', async () => {
    const sent = await send({ body: 'Vă așteptăm. '.repeat(12) });
    expect(sent.body.data).toMatchObject({ segments: 3, cost: 0.15 });
    expect(await balance()).toBe(0.05);
    const [row] = (await account.get('/user/billing/charges?kind=sms_message')).body.data;
    expect(row.why).toBe(`SMS to ${TO} (3 segments).`);
    expect((await send({ body: 'Vă așteptăm. '.repeat(12) })).status).toBe(402);
  });

  test('accepts the alternative names of its fields', async () => {
    const sent = await account.post('/user/sms', { phone_number_id: from, phone_number: TO, message: 'Hi' });
    expect([sent.status, sent.body.data.body]).toEqual([201, 'Hi']);
    const both = await send({ message: 'Another' });
    expect(Object.keys(both.body.errors)).toEqual(['message']);
  });

  test('returns all validation errors at once', async () => {
    const empty = await account.post('/user/sms', {});
    expect(empty.status).toBe(422);
    expect(Object.keys(empty.body.errors)).toEqual(['from', 'to', 'body']);
    const wrong = await send({ from: 'x', to: '12', body: 'x'.repeat(1601) });
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['body', 'from', 'to']);
    expect(Object.values(wrong.body.errors).flat()).toHaveLength(3);
    // Valid, but the balance does not cover its eleven segments.
    expect((await send({ body: 'x'.repeat(1600) })).status).toBe(402);
  });

  test('reports numbers of other accounts, missing, unpaid and voice-only numbers at the field', async () => {
    const stranger = await server.account();
    const foreign = await send({ from: await insertNumber(stranger) });
    const missing = await send({ from: 9_000_000_000 });
    expect(foreign.text).toBe(missing.text);
    const withoutSms = await send({ from: await numberWith({ sms_capable: false }) });
    const unpaid = await send({ from: await numberWith({ has_active_subscription: false }) });
    for (const { status, body } of [foreign, withoutSms, unpaid]) {
      expect([status, Object.keys(body.errors)]).toEqual([422, ['from']]);
    }
    expect(withoutSms.body.message).toContain('cannot send SMS');
    expect(unpaid.body.message).toContain('no active subscription');
    expect(await listed()).toEqual([]);
  });

  test('answers 402 when the balance is too low, even to concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => send()));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(4);
    expect(statuses.filter((status) => status === 402)).toHaveLength(5);
    expect(await balance()).toBe(0);
    expect(await listed()).toHaveLength(4);
    expect((await send()).body).toEqual({ message: 'The balance of this account does not cover the SMS.' });
  });

  test('refunds a message that the carrier refuses, once', async () => {
    const refused = await send({ body: 'sandbox:refused' }, { 'idempotency-key': 'a' });
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringContaining('The carrier rejected the SMS'),
    ]);
    expect((await send({ body: 'sandbox:refused' }, { 'idempotency-key': 'a' })).text).toBe(refused.text);
    expect(await balance()).toBe(0.2);
    expect(await listed()).toEqual([
      expect.objectContaining({ status: 'failed', error_code: 'sandbox-refused', cost: 0 }),
    ]);
    const kinds = (await account.get('/user/billing/charges')).body.data;
    expect(kinds.map(({ kind }: { kind: string }) => kind)).toEqual(['refund', 'sms_message', 'opening']);
  });

  test('answers 503 and refunds while the carrier is unavailable; the same request can be retried', async () => {
    const key = { 'idempotency-key': 'b' };
    const away = await send({ body: 'sandbox:unavailable' }, key);
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await balance()).toBe(0.2);
    await send({ body: 'sandbox:unavailable' }, key);
    expect(await listed('?status=failed')).toHaveLength(2);
  });

  test('never resends a message that may have been sent; a report of its delivery charges it again', async () => {
    const body = 'sandbox:unknown';
    const key = { 'idempotency-key': 'c' };
    const lost = await send({ body }, key);
    expect([lost.status, lost.body.message]).toEqual([503, expect.stringContaining('may have been sent')]);
    expect((await send({ body }, key)).status).toBe(503);
    const [sms] = await listed();
    expect(await listed()).toHaveLength(1);
    expect([sms?.['status'], await balance()]).toEqual(['failed', 0.2]);
    const { messages: dependencies } = server.dependencies;
    const report = { kind: 'status', providerMessageId: 'late', state: 'delivered', error: null } as const;
    for (let time = 0; time < 3; time += 1) {
      await takeReport(dependencies, 'sandbox', { ...report, reference: `sms${sms?.['id']}` });
    }
    expect(await listed()).toEqual([expect.objectContaining({ status: 'delivered', cost: 0.05 })]);
    expect(await balance()).toBe(0.15);
    expect((await send({ body }, key)).status).toBe(201);
  });

  test('sends once under an Idempotency-Key, even if requests are concurrent', async () => {
    const key = { 'idempotency-key': 'd' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({}, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const first = answers.find(({ status }) => status === 201);
    expect((await send({}, key)).text).toBe(first?.text);
    expect([await listed(), await balance()]).toEqual([[expect.anything()], 0.15]);
    expect((await send({ body: 'Other' }, key)).status).toBe(422);
  });

  test('refunds a message that is later reported as failed, but not one reported as undelivered', async () => {
    await send({ body: 'sandbox:failed' });
    await eventually(
      () => listed('?status=failed'),
      (rows) => rows.length === 1,
    );
    expect(await balance()).toBe(0.2);
    await send({ body: 'sandbox:undelivered' });
    const [undelivered] = await eventually(
      () => listed('?status=undelivered'),
      (rows) => rows.length === 1,
    );
    expect(undelivered).toMatchObject({
      error_code: 'sandbox-undelivered',
      error: expect.any(String),
      cost: 0.05,
    });
    expect(await balance()).toBe(0.15);
  });
});

describe('customers', () => {
  const write = (body: string) => account.post('/sandbox/sms', { to: from, from: TO, body });

  test('can reply, and are listed', async () => {
    const written = await write('Who is this?');
    expect(written.status).toBe(201);
    expect(written.body.data).toMatchObject({ direction: 'inbound', status: 'received', from: TO, cost: 0 });
    await send();
    expect(await listed('?direction=inbound')).toEqual([written.body.data]);
    expect(await listed(`?phone_number_id=${from}`)).toHaveLength(2);
    expect(await listed('?date_to=2020-01-01')).toEqual([]);
    await send({ to: '+40721234568' });
    const toOther = await listed(`?customer=${encodeURIComponent('+40 721 234 568')}`);
    expect(toOther.map(({ to }) => to)).toEqual(['+40721234568']);
    expect(await listed(`?customer=${encodeURIComponent(TO)}`)).toHaveLength(2);
    expect(await listed('?customer=72123456')).toEqual([]);
    const stranger = await server.account();
    expect((await stranger.get(`/user/sms/${written.body.data.id}`)).status).toBe(404);
    expect((await stranger.post('/sandbox/sms', { to: from, from: TO, body: 'Hi' })).status).toBe(404);
  });

  test('who send STOP get nothing from the account until they send START', async () => {
    await write(' stop. ');
    const refused = await send();
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['to']]);
    expect(await balance()).toBe(0.2);
    expect((await send({ to: '+40721234568' })).status).toBe(201);
    expect((await send({ from: await insertNumber(account) })).status).toBe(422);
    await write('Please do not stop');
    expect((await send()).status).toBe(422);
    await write('START');
    expect((await send()).status).toBe(201);
  });
});

test('a number whose carrier is no longer configured cannot send, and nothing is charged', async () => {
  const closed = await startTestServer({
    beside: server.testDatabase,
    environment: { PARLEY_SANDBOX: 'off' },
  });
  const answer = await closed.client(account.token ?? '').post('/user/sms', { from, to: TO, body: 'Hello' });
  await closed.stop();
  expect(answer.status).toBe(503);
  expect(await balance()).toBe(0.2);
});

test('the history stays when the number is released', async () => {
  await send();
  await account.delete(`/user/phone-numbers/${from}`);
  expect(await listed()).toEqual([expect.objectContaining({ phone_number_id: null, to: TO })]);
});
