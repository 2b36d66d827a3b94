import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseZone } from '../../kit/account-zone.ts';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { customerPhone, customerWrites, sandboxSender, sendFreeform } from '../../kit/messaging.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

const DAY_MS = 86_400_000;
let server: TestServer;
let clock: ManualClock;
let account: Client;
let sender: { id: number };

beforeAll(async () => {
  clock = manualClock(new Date('2026-03-01T10:00:00.000Z'));
  server = await startTestServer({ overrides: { clock } });
  account = await server.account();
  await chooseZone(server, account.email, 'Europe/Bucharest');
  sender = await sandboxSender(account);
});
afterAll(() => server.stop());

const statusOf = (phone: string, by = account) =>
  by.get(`/user/msgapp/session-status?sender_id=${sender.id}&recipient_phone=${phone}`);

test('a message opens the window for exactly 24 hours, and the next one opens it again', async () => {
  const from = customerPhone();
  const to = { sender_id: sender.id, recipient_phone: from };
  const never = await statusOf(from);
  expect(never.body).toEqual({
    success: true,
    has_conversation: false,
    session_status: {
      is_open: false,
      can_send_freeform: false,
      requires_template: true,
      message: expect.any(String),
    },
  });
  const { body } = await customerWrites(account, sender.id, { from, name: 'Ana' });
  const open = await statusOf(from);
  expect(open.body).toEqual({
    success: true,
    has_conversation: true,
    conversation_id: body.data.conversation_id,
    conversation_uuid: body.data.conversation_uuid,
    customer_name: 'Ana',
    last_customer_message_at: '2026-03-01T10:00:00.000000Z',
    session_status: {
      is_open: true,
      can_send_freeform: true,
      requires_template: false,
      message: 'The session is open. 24 hours remaining.',
      minutes_remaining: 1440,
      expires_at: '2026-03-02T12:00:00+02:00',
    },
  });
  clock.advance(DAY_MS - 1);
  expect((await sendFreeform(account, to)).status).toBe(200);
  // Our own messages do not extend the window.
  expect((await statusOf(from)).body.session_status).toMatchObject({ is_open: true, minutes_remaining: 0 });
  clock.advance(1);
  const refused = await sendFreeform(account, to);
  expect(refused.status).toBe(403);
  expect(refused.body.session_status).toEqual((await statusOf(from)).body.session_status);
  expect(refused.body.session_status).toEqual({
    is_open: false,
    can_send_freeform: false,
    requires_template: true,
    message: expect.stringContaining('closed'),
    expired_at: '2026-03-02T12:00:00+02:00',
  });
  await customerWrites(account, sender.id, { from });
  expect((await statusOf(from)).body.session_status.minutes_remaining).toBe(1440);
  clock.advance(DAY_MS - 1000);
  await customerWrites(account, sender.id, { from });
  clock.advance(1000);
  expect((await sendFreeform(account, to)).status).toBe(200);
});

test('from STOP until START the session reports the opt-out, and nothing can be sent', async () => {
  const from = customerPhone();
  const { body } = await customerWrites(account, sender.id, { from, message: 'STOP' });
  const { session_status: status } = (await statusOf(from)).body;
  expect(status).toMatchObject({
    is_open: true,
    can_send_freeform: false,
    requires_template: false,
    message: expect.stringContaining('START'),
  });
  const path = `/user/msgapp/conversations/${body.data.conversation_id}/messages`;
  expect((await account.get(path)).body.session_status).toEqual(status);
  const refused = await sendFreeform(account, { sender_id: sender.id, recipient_phone: from });
  expect([refused.status, refused.body.error_code]).toEqual([403, 'OPTED_OUT']);
  expect(refused.body.session_status).toEqual(status);
  await customerWrites(account, sender.id, { from, message: 'START' });
  expect((await statusOf(from)).body.session_status).toMatchObject({ can_send_freeform: true });
});

test('accepts a number with an unescaped plus sign', async () => {
  const from = customerPhone();
  await customerWrites(account, sender.id, { from });
  for (const phone of [from, encodeURIComponent(from), from.slice(1), ` ${from.slice(1)}`]) {
    const { body } = await statusOf(phone);
    expect(body.session_status?.is_open, phone).toBe(true);
  }
});

test('invalid fields and numbers, and senders of other accounts, are refused', async () => {
  const missing = await account.get('/user/msgapp/session-status');
  expect(missing.status).toBe(422);
  expect(Object.keys(missing.body.errors)).toEqual(['sender_id', 'recipient_phone']);
  const noNumber = await statusOf('12');
  expect([noNumber.status, noNumber.body.error_code]).toEqual([422, 'INVALID_PHONE']);
  const foreign = await statusOf(customerPhone(), await server.account());
  expect([foreign.status, foreign.body.error_code]).toEqual([404, 'SENDER_NOT_FOUND']);
});
