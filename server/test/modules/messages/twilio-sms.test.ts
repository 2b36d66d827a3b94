import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CarrierFake, TWILIO_ACCOUNT } from '../../kit/carrier-fake/carrier-fake.ts';
import { startCarrierFake } from '../../kit/carrier-fake/start-carrier-fake.ts';
import { CARRIER_CASES, carrierSender } from '../../kit/carrier-senders.ts';
import { eventually } from '../../kit/eventually.ts';
import { unexplainedMoney } from '../../kit/ledger.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { insertTwilioNumber } from '../../kit/twilio-number.ts';

const [NUMBER = ''] = TWILIO_ACCOUNT.numbers;
const TO = '+40721234567';

let fake: CarrierFake;
let server: TestServer;
let account: Client;
let from: number;

beforeAll(async () => {
  fake = await startCarrierFake();
  await fake.addAccount(TWILIO_ACCOUNT);
  server = await startTestServer({
    environment: {
      PARLEY_TWILIO_ACCOUNT_SID: TWILIO_ACCOUNT.accountSid,
      PARLEY_TWILIO_AUTH_TOKEN: TWILIO_ACCOUNT.authToken,
      PARLEY_TWILIO_API_URL: fake.origin,
    },
  });
});
afterAll(async () => {
  expect(await unexplainedMoney(server.database)).toEqual([]);
  await server.stop();
  await fake.close();
});
beforeEach(async () => {
  await fake.behave({ kind: 'accept' });
  await fake.progress(null);
  await server.database.query('delete from phone_numbers');
  account = await server.account();
  from = await insertTwilioNumber(server.database, account.userId, NUMBER);
});

const send = (body: string, headers?: Record<string, string>) =>
  account.post('/user/sms', { from, to: TO, body }, headers);
const read = async (id: number) => (await account.get(`/user/sms/${id}`)).body.data;
const taken = async (body: string) => (await fake.messages()).filter(({ text }) => text === body);
const callback = (): string => `${server.api}/carriers/sms/twilio`;

describe('an SMS through Twilio', () => {
  test('is sent from the account’s number; repeated and reordered reports only move it forward', async () => {
    await fake.progress({ states: ['sent', 'delivered'], times: 2, isReversed: true });
    const sent = await send('Hello there');
    expect(sent.status).toBe(201);
    await fake.settled();
    expect(await read(sent.body.data.id)).toMatchObject({ status: 'delivered', cost: 0.05 });
    expect(await taken('Hello there')).toEqual([
      expect.objectContaining({ from: NUMBER, to: TO, providerMessageId: sent.body.data.message_sid }),
    ]);
  });

  test('reported before the response is found by our reference', async () => {
    await fake.progress({ states: ['sent', 'delivered'], isEarly: true });
    const sent = await send('Early');
    expect([sent.status, sent.body.data.status]).toEqual([201, 'delivered']);
  });

  test('refused by the carrier is explained and refunded', async () => {
    await fake.behave({ kind: 'answer', status: 400, body: { code: 21614, message: 'no mobile' } });
    const refused = await send('Landline');
    expect(refused.status).toBe(422);
    expect(refused.body.message).toContain('not a mobile number');
    expect((await account.get('/user/me')).body.total_balance).toBe(100);
  });

  test('refused because of a STOP opts the customer out', async () => {
    await fake.behave({ kind: 'answer', status: 400, body: { code: 21610, message: 'unsubscribed' } });
    expect((await send('News')).body.message).toContain('STOP');
    await fake.behave({ kind: 'accept' });
    expect(Object.keys((await send('More news')).body.errors)).toEqual(['to']);
    const listed = (await account.get('/user/blacklist')).body.data;
    expect(listed).toMatchObject([{ phone_number: TO, source: 'message' }]);
  });

  test('refused because the recipient blocked the sender opts them out too', async () => {
    await fake.behave({ kind: 'answer', status: 400, body: { code: 63014, message: 'blocked' } });
    expect((await send('News')).body.message).toContain('blocked this sender or opted out');
    await fake.behave({ kind: 'accept' });
    expect((await send('More news')).status).toBe(422);
  });

  test('applies a STOP in a repeated report after a crash, and keeps a later START', async () => {
    const { message_sid: providerMessageId } = (await send('News')).body.data;
    // The failure was stored, the STOP was not.
    await server.database.query(
      `update sms_messages set state = 'undelivered' where provider_message_id = $1`,
      [providerMessageId],
    );
    const failure = { providerMessageId, state: 'undelivered', errorCode: 21_610 } as const;
    await fake.report(failure);
    expect((await send('More news')).status).toBe(422);
    const about = { account: TWILIO_ACCOUNT.accountSid, url: callback(), from: TO, to: NUMBER };
    await fake.customerWrites({ ...about, text: 'Yes' });
    expect((await send('More news')).status).toBe(422);
    await fake.customerWrites({ ...about, text: 'START' });
    await fake.report(failure);
    expect((await send('More news')).status).toBe(201);
  });

  test('refused with text that cannot be stored is refunded', async () => {
    await fake.behave({
      kind: 'answer',
      status: 400,
      body: { code: 99999, message: 'torn\u0000 \ud800 words' },
    });
    const refused = await send('Torn');
    expect(refused.status).toBe(422);
    expect(refused.body.message).toContain('torn \ufffd words');
    expect((await account.get('/user/me')).body.total_balance).toBe(100);
  });

  test.each(['take-and-reset', 'take-and-garble'] as const)(
    'with a lost response (%s) is not sent again; its report charges it',
    async (kind) => {
      await fake.behave({ kind });
      const key = { 'idempotency-key': kind };
      expect((await send(kind, key)).status).toBe(503);
      expect((await account.get('/user/me')).body.total_balance).toBe(100);
      await fake.behave({ kind: 'accept' });
      expect((await send(kind, key)).status).toBe(503);
      const [message, ...more] = await taken(kind);
      expect(more).toEqual([]);
      const { providerMessageId = '' } = message ?? {};
      expect((await fake.report({ providerMessageId, state: 'delivered' })).status).toBe(200);
      expect((await account.get('/user/me')).body.total_balance).toBe(99.95);
      expect((await send(kind, key)).body.data).toMatchObject({ status: 'delivered', cost: 0.05 });
      expect(await taken(kind)).toHaveLength(1);
    },
  );

  test('is refunded when its carrier is unreachable', async () => {
    await fake.behave({ kind: 'answer', status: 503, headers: { 'retry-after': '7' }, body: {} });
    const answer = await send('Away');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7']);
    expect((await account.get('/user/me')).body.total_balance).toBe(100);
  });
});

describe("customers' messages to a Twilio number", () => {
  const write = (text: string, more: object = {}) =>
    fake.customerWrites({
      account: TWILIO_ACCOUNT.accountSid,
      url: callback(),
      from: TO,
      to: NUMBER,
      text,
      ...more,
    });

  test('are stored once, and STOP takes effect', async () => {
    expect((await write('Who is this?', { id: `SM${'1'.repeat(32)}` })).status).toBe(200);
    await write('Who is this?', { id: `SM${'1'.repeat(32)}` });
    await write('STOP');
    const { data } = (await account.get('/user/sms?direction=inbound')).body;
    expect(data.map(({ body }: { body: string }) => body)).toEqual(['STOP', 'Who is this?']);
    expect((await send('One more thing')).status).toBe(422);
  });

  test('are stored even if they come from a sender name or a short code', async () => {
    for (const sender of ['Bank', '12345']) await write(`From ${sender}`, { from: sender });
    const { data } = (await account.get('/user/sms?direction=inbound')).body;
    expect(data.map((sms: { from: string }) => sms.from)).toEqual(['12345', 'Bank']);
  });

  test('reported to the webhook of a chat sender are stored too, and STOP counts', async () => {
    const carrier = CARRIER_CASES.find(({ provider }) => provider === 'twilio');
    if (carrier === undefined) throw new Error('Twilio is missing.');
    const { id, url } = await carrierSender(fake, account, { carrier });
    const kept = async () => {
      const listed = (await account.get(`/user/msgapp/senders/${id}/unattributed-reports`)).body;
      const { unattributed_reports: counted } = (await account.get(`/user/msgapp/senders/${id}`)).body.data;
      expect(counted).toEqual({ count: listed.total, last_at: listed.data[0]?.created_at ?? null });
      return listed.data;
    };
    await write('Who is this?', { url });
    expect((await account.get('/user/sms?direction=inbound')).body.data).toMatchObject([
      { body: 'Who is this?', from: TO, phone_number_id: from },
    ]);
    expect(await kept()).toEqual([]);
    await server.database.query('delete from phone_numbers where id = $1', [from]);
    await write('STOP', { url });
    expect((await account.get('/user/blacklist')).body.data).toMatchObject([{ phone_number: TO }]);
    expect(await kept()).toMatchObject([
      { what: 'an SMS to a number without SMS', content: expect.stringContaining('"text":"STOP"') },
    ]);
  });

  test('to a number of no account are kept', async () => {
    expect((await write('Anyone there?', { to: '+40312999999' })).status).toBe(200);
    const kept = await server.database.query(
      `select user_id, what from unattributed_reports where content like '%Anyone there?%'`,
    );
    expect(kept).toEqual([{ user_id: null, what: 'an SMS to a number of no account' }]);
  });

  test("are refused if they exceed the size of a vendor's form", async () => {
    const post = (body: string) => fetch(callback(), { method: 'POST', body: new URLSearchParams({ body }) });
    expect((await post('a'.repeat(65_531))).status).toBe(403);
    expect((await post('a'.repeat(65_532))).status).toBe(413);
  });

  test('need the vendor’s signature', async () => {
    expect((await write('STOP', { isForged: true })).status).toBe(403);
    const bare = await fetch(callback(), { method: 'POST', body: 'From=%2B1&To=%2B2&Body=STOP' });
    expect(bare.status).toBe(403);
    expect((await fetch(`${server.api}/carriers/sms/nobody`, { method: 'POST' })).status).toBe(404);
    expect((await send('Still here')).status).toBe(201);
    const [message] = await taken('Still here');
    const { providerMessageId = '' } = message ?? {};
    const forged = await fake.report({ providerMessageId, state: 'failed', isForged: true });
    expect(forged.status).toBe(403);
    await eventually(
      () => account.get('/user/me'),
      ({ body }) => body.total_balance === 99.95,
    );
  });
});
