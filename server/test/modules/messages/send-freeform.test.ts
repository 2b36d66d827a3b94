import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../kit/eventually.ts';
import {
  customerPhone,
  customerWrites,
  sandboxSender,
  sendFreeform,
  setBalance,
} from '../../kit/messaging.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Creates an account whose customer has just written. */
async function openSession(fields: Record<string, unknown> = {}) {
  const account = await server.account();
  const sender = await sandboxSender(account, fields);
  const from = customerPhone();
  const inbound = await customerWrites(account, sender.id, { from, name: 'Ana' });
  const to = { sender_id: sender.id, recipient_phone: from };
  return { account, sender, from, to, inbound: inbound.body.data };
}

const balanceOf = async (account: Client): Promise<number> =>
  (await account.get('/user/me')).body.total_balance;

async function ledgerOf(account: Client): Promise<{ kind: string; amount_micros: number }[]> {
  return server.database.query(
    'select kind, amount_micros from charges where user_id = $1 and conversation_id is not null order by id',
    [account.userId],
  );
}

function expectCoded(answer: Answer, status: number, code: string): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body).toMatchObject({ success: false, error: expect.any(String), error_code: code });
}

describe('a message within the window', () => {
  test('is sent, charged, and shown in the conversation', async () => {
    const { account, to, inbound } = await openSession();
    const sent = await sendFreeform(account, { ...to, message: '  Good day, Ana.  ' });
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body).toEqual({
      success: true,
      conversation_id: inbound.conversation_id,
      conversation_uuid: inbound.conversation_uuid,
      message_id: expect.any(Number),
      msgapp_message_id: expect.any(Number),
      message_sid: expect.stringMatching(/^sandbox-/),
      session_status: {
        is_open: true,
        can_send_freeform: true,
        requires_template: false,
        message: expect.stringContaining('23 hours and 59 minutes'),
        minutes_remaining: 1439,
        expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      },
    });
    expect(await balanceOf(account)).toBe(99.99);
    expect(await ledgerOf(account)).toEqual([{ kind: 'msgapp_message', amount_micros: 10_000 }]);
    const history = await server.visitor.get(`/conversations/${inbound.conversation_uuid}`);
    expect(history.body.history).toEqual([
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', content: 'Good day, Ana.' },
    ]);
    const byId = `/user/conversations/${sent.body.conversation_id}`;
    expect((await account.get(byId)).body.data.id).toBe(inbound.conversation_uuid);
    expect((await account.post(`${byId}/disable-ai`)).body.data).toEqual({
      id: inbound.conversation_uuid,
      ai_enabled: false,
    });
    expect((await (await server.account()).get(byId)).status).toBe(404);
    const list = await account.get('/user/conversations?type=msgapp');
    expect(list.body.data).toMatchObject([
      {
        id: inbound.conversation_uuid,
        type: 'msgapp',
        message_count: 2,
        total_cost: 0.01,
        assistant_id: null,
      },
    ]);
    expect((await account.get('/user/conversations?type=widget')).body.total).toBe(0);
  });

  test('goes to the same customer however the number is written, and may have 4096 characters', async () => {
    const { account, sender, from, inbound } = await openSession();
    const spaced = `${from.slice(0, 3)} ${from.slice(3, 6)}-${from.slice(6)}`;
    const message = '😀'.repeat(4096);
    const sent = await sendFreeform(account, { sender_id: sender.id, recipient_phone: spaced, message });
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body.conversation_id).toBe(inbound.conversation_id);
  });

  test.each([
    ['arrives and is read', 'Good day.', 'read', null],
    ['is seen but not read', 'sandbox:unread', 'delivered', null],
    ['fails at the carrier', 'sandbox:failed', 'failed', 'sandbox-failed'],
    ['is not delivered', 'sandbox:undelivered', 'undelivered', 'sandbox-undelivered'],
  ])('%s: its states are reported automatically', async (_what, message, state, code) => {
    const { account, to } = await openSession();
    const { body } = await sendFreeform(account, { ...to, message });
    const path = `/user/msgapp/messages/${body.msgapp_message_id}`;
    const { data } = (
      await eventually(
        () => account.get(path),
        (answer) => answer.body.data.state === state,
      )
    ).body;
    expect(data).toMatchObject({ message_sid: body.message_sid, error_code: code, message });
    expect(data.error === null).toBe(code === null);
    // A message that never reached the carrier is refunded.
    expect(await balanceOf(account)).toBe(state === 'failed' ? 100 : 99.99);
  });
});

describe('a message is refused', () => {
  test('when the sender is missing: 404', async () => {
    const { account, to } = await openSession();
    expectCoded(await sendFreeform(account, { ...to, sender_id: 9_000_000 }), 404, 'SENDER_NOT_FOUND');
  });

  test('when the sender belongs to another account: 404', async () => {
    const { to } = await openSession();
    expectCoded(await sendFreeform(await server.account(), to), 404, 'SENDER_NOT_FOUND');
  });

  test('when the sender is offline: 503, and nothing is stored or charged', async () => {
    const { account, sender, to } = await openSession();
    await account.put(`/sandbox/msgapp/senders/${sender.id}`, { status: 'offline' });
    expectCoded(await sendFreeform(account, to), 503, 'SENDER_OFFLINE');
    expect(await balanceOf(account)).toBe(100);
    await account.put(`/sandbox/msgapp/senders/${sender.id}`, { status: 'online' });
    expect((await sendFreeform(account, to)).status).toBe(200);
  });

  test('when the balance is spent: 402', async () => {
    const { account, to } = await openSession();
    await setBalance(account, 0.009999);
    expectCoded(await sendFreeform(account, to), 402, 'INSUFFICIENT_BALANCE');
    expect(await ledgerOf(account)).toEqual([]);
    await setBalance(account, 0.01);
    expect((await sendFreeform(account, to)).status).toBe(200);
    expect(await balanceOf(account)).toBe(0);
    expectCoded(await sendFreeform(account, to), 402, 'INSUFFICIENT_BALANCE');
  });

  test('when the customer has never written: 403 with the session status', async () => {
    const { account, sender } = await openSession();
    const answer = await sendFreeform(account, { sender_id: sender.id, recipient_phone: customerPhone() });
    expectCoded(answer, 403, 'SESSION_EXPIRED');
    const { session_status } = answer.body;
    expect(session_status).toMatchObject({
      is_open: false,
      can_send_freeform: false,
      requires_template: true,
    });
    expect(await balanceOf(account)).toBe(100);
  });

  test('when the recipient is not a number: 422 with a code', async () => {
    const { account, to } = await openSession();
    for (const recipient_phone of ['12', 'nobody', '+40', '+999999999999']) {
      expectCoded(await sendFreeform(account, { ...to, recipient_phone }), 422, 'INVALID_PHONE');
    }
  });

  test.each([
    ['sender_id', 'x'],
    ['sender_id', null],
    ['sender_id', 0],
    ['sender_id', 1.5],
    ['sender_id', [1]],
    ['recipient_phone', null],
    ['recipient_phone', '  '],
    ['recipient_phone', 40721],
    ['recipient_phone', '+'.padEnd(161, '1')],
    ['message', null],
    ['message', '   '],
    ['message', {}],
    ['message', 'x'.repeat(4097)],
    ['message', 'nul \u0000'],
  ])('when %s is invalid (%#): 422 on that field', async (field, value) => {
    const { account, to } = await openSession();
    const answer = await sendFreeform(account, { ...to, message: 'Hi', [field]: value });
    expect(answer.status, answer.text).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  test('with all validation errors at once', async () => {
    const account = await server.account();
    const answer = await account.post('/user/msgapp/send-freeform', {});
    expect(Object.keys(answer.body.errors)).toEqual(['sender_id', 'recipient_phone', 'message']);
  });

  test('for account-wide reasons before reasons that concern the customer', async () => {
    const account = await server.account();
    await setBalance(account, 0);
    const sender = await sandboxSender(account, { status: 'offline' });
    const to = { sender_id: sender.id, recipient_phone: customerPhone() };
    expectCoded(await sendFreeform(account, { ...to, recipient_phone: '1' }), 422, 'INVALID_PHONE');
    expectCoded(await sendFreeform(account, to), 503, 'SENDER_OFFLINE');
    await account.put(`/sandbox/msgapp/senders/${sender.id}`, { status: 'online' });
    expectCoded(await sendFreeform(account, to), 402, 'INSUFFICIENT_BALANCE');
    await setBalance(account, 1);
    expectCoded(await sendFreeform(account, to), 403, 'SESSION_EXPIRED');
  });
});

describe('a carrier', () => {
  test('that refuses a message causes a 422 that explains its code, a failed message and a refund', async () => {
    const { account, to } = await openSession();
    const answer = await sendFreeform(account, { ...to, message: 'sandbox:refused' });
    expectCoded(answer, 422, 'CARRIER_REFUSED');
    const stored = await account.get(`/user/msgapp/messages/${answer.body.msgapp_message_id}`);
    expect(stored.body.data).toMatchObject({
      state: 'failed',
      error_code: 'sandbox-refused',
      message_sid: null,
    });
    expect(await ledgerOf(account)).toEqual([
      { kind: 'msgapp_message', amount_micros: 10_000 },
      { kind: 'refund', amount_micros: -10_000 },
    ]);
    expect(await balanceOf(account)).toBe(100);
    const [conversation] = (await account.get('/user/conversations')).body.data;
    expect(conversation.total_cost).toBe(0);
  });

  test('that does not respond causes a 503 and a refund, and the same request can be retried', async () => {
    const { account, to } = await openSession();
    const key = { 'idempotency-key': 'once' };
    const message = 'sandbox:unavailable';
    const unnamed = await sendFreeform(account, { ...to, message });
    expect(unnamed.headers.get('retry-after')).toBe('5');
    const answer = await sendFreeform(account, { ...to, message }, key);
    expectCoded(answer, 503, 'CARRIER_UNAVAILABLE');
    const again = await sendFreeform(account, { ...to, message }, key);
    expectCoded(again, 503, 'CARRIER_UNAVAILABLE');
    expect(again.body.msgapp_message_id).not.toBe(answer.body.msgapp_message_id);
    expect(await balanceOf(account)).toBe(100);
  });

  test('that drops the connection causes a 503 and a refund, and the message is never sent again', async () => {
    const { account, to } = await openSession();
    const key = { 'idempotency-key': 'once' };
    const message = 'sandbox:unknown';
    const answer = await sendFreeform(account, { ...to, message }, key);
    expectCoded(answer, 503, 'DELIVERY_UNKNOWN');
    const again = await sendFreeform(account, { ...to, message }, key);
    expect(again.body).toEqual(answer.body);
    expect(await balanceOf(account)).toBe(100);
    expect((await ledgerOf(account)).length).toBe(2);
  });
});

test('a message that the carrier refused is not part of the history', async () => {
  const { account, to, inbound } = await openSession();
  expect((await sendFreeform(account, { ...to, message: 'sandbox:refused' })).status).toBe(422);
  expect((await sendFreeform(account, { ...to, message: 'sandbox:unknown' })).status).toBe(503);
  expect((await sendFreeform(account, { ...to, message: 'Good day.' })).status).toBe(200);
  const said = ['Hello?', 'sandbox:unknown', 'Good day.'];
  const contents = (messages: { content: string }[]) => messages.map(({ content }) => content);
  const path = `/conversations/${inbound.conversation_uuid}`;
  expect(contents((await server.visitor.get(path)).body.history)).toEqual(said);
  const { data } = (await account.get(`/user${path}`)).body;
  expect([contents(data.transcript), data.message_count]).toEqual([said, 3]);
  expect((await account.get('/user/conversations')).body.data).toMatchObject([{ message_count: 3 }]);
  const all = await account.get(`/user/msgapp/conversations/${inbound.conversation_id}/messages`);
  expect(all.body.data.length).toBe(4);
});

test('a repeated request gets the first response again and sends nothing', async () => {
  const { account, to } = await openSession();
  const key = { 'idempotency-key': 'mine' };
  const [one, two] = [await sendFreeform(account, to, key), await sendFreeform(account, to, key)];
  expect(two.text).toBe(one.text);
  expect(two.headers.get('idempotency-replayed')).toBe('true');
  expect(await balanceOf(account)).toBe(99.99);
  const other = await sendFreeform(account, { ...to, message: 'Another' }, key);
  expect(other.status).toBe(422);
});

test('a key starts a new request after 24 hours', async () => {
  const { account, to } = await openSession();
  const key = { 'idempotency-key': 'reused' };
  const first = await sendFreeform(account, to, key);
  await server.database.query(
    `update channel_messages set created_at = created_at - interval '24 hours' where user_id = $1`,
    [account.userId],
  );
  await server.database.query('delete from idempotency_keys');
  const second = await sendFreeform(account, { ...to, message: 'Another day' }, key);
  expect(second.status, second.text).toBe(200);
  expect(second.body.message_id).not.toBe(first.body.message_id);
  expect(await balanceOf(account)).toBe(99.98);
});

test('a key outlives the process that stored its message', async () => {
  const { account, to } = await openSession();
  const key = { 'idempotency-key': 'kept' };
  const first = await sendFreeform(account, to, key);
  await server.database.query('delete from idempotency_keys');
  const second = await sendFreeform(account, to, key);
  expect(second.status, second.text).toBe(200);
  expect(second.body).toMatchObject({
    message_id: first.body.message_id,
    message_sid: first.body.message_sid,
  });
  expect(await balanceOf(account)).toBe(99.99);
});

test('a user can send five messages a second, across processes and tokens', async () => {
  const beside = await startTestServer({ beside: server.testDatabase });
  const { account, to } = await openSession();
  const key = await account.post('/user/api-keys', { name: 'Second' });
  const other = beside.client(key.body.api_key.token);
  const answers = await Promise.all(
    [account, other, account, other, account, other].map((client) => sendFreeform(client, to)),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toEqual({ message: expect.any(String), retry_after: 1 });
  expect(refused?.headers.get('retry-after')).toBe('1');
  // Another account has its own limit.
  const otherSession = await openSession();
  expect((await sendFreeform(otherSession.account, otherSession.to)).status).toBe(200);
  expect(await balanceOf(account)).toBe(99.95);
  await beside.stop();
});
