import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CarrierReport } from '../../../src/providers/interfaces/messaging-carrier.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { type FakeCarrier, fakeCarrierVendor, startFakeCarrier } from '../../kit/fake-carrier.ts';
import { unexplainedMoney } from '../../kit/ledger.ts';
import {
  connectFake,
  customerPhone,
  customerWrites,
  reportsOf,
  sandboxSender,
  sendFreeform,
  TYPED,
} from '../../kit/messaging.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

const HOUR_MS = 3_600_000;
let carrier: FakeCarrier;
let server: TestServer;
let clock: ManualClock;
let account: Client;
let sender: { id: number };

beforeAll(async () => {
  carrier = await startFakeCarrier();
  clock = manualClock(new Date('2026-03-01T10:00:00.000Z'));
  const messagingVendors = [fakeCarrierVendor(carrier.url)];
  server = await startTestServer({ overrides: { clock, messagingVendors } });
  account = await server.account();
  sender = await connectFake(account);
});
afterAll(async () => {
  await server.stop();
  await carrier.close();
});

let count = 0;
type MessageReport = Extract<CarrierReport, { kind: 'message' }>;

function message(from: string, about: Partial<MessageReport> = {}): MessageReport {
  count += 1;
  return {
    kind: 'message',
    channel: 'msgapp',
    providerMessageId: `in-${count}`,
    from,
    ...TYPED,
    to: '+40721000000',
    customerName: null,
    text: `Message ${count}`,
    media: [],
    sentAt: null,
    ...about,
  };
}

const receive = (...reports: CarrierReport[]) =>
  reportsOf(server, { ...sender, userId: account.userId }, reports);
const windowOf = async (phone: string) =>
  (await account.get(`/user/msgapp/session-status?sender_id=${sender.id}&recipient_phone=${phone}`)).body;
const messagesOf = async (conversationId: number) =>
  (await account.get(`/user/msgapp/conversations/${conversationId}/messages`)).body.data;

describe('a carrier report', () => {
  test('received twice is stored once, and the repeat returns the stored message', async () => {
    const report = message(customerPhone());
    const [first] = await receive(report);
    const [again] = await receive(report, report);
    expect(again).toMatchObject({ messageId: first?.messageId, isRepeat: true });
    expect((await messagesOf(first?.conversationId ?? 0)).length).toBe(1);
  });

  test('received twice concurrently is stored once', async () => {
    const report = message(customerPhone());
    const stored = await Promise.all([receive(report), receive(report), receive(report)]);
    const ids = stored.map(([one]) => one?.messageId);
    expect(new Set(ids).size).toBe(1);
    expect(stored.filter(([one]) => one?.isRepeat === false).length).toBe(1);
    expect((await messagesOf(stored[0][0]?.conversationId ?? 0)).length).toBe(1);
  });

  test('out of order never shortens the window', async () => {
    const from = customerPhone();
    const at = (hours: number): Date => new Date(clock.now().getTime() + hours * HOUR_MS);
    await receive(message(from, { sentAt: at(-1) }));
    expect((await windowOf(from)).session_status.minutes_remaining).toBe(23 * 60);
    await receive(message(from, { sentAt: at(-30) }));
    expect((await windowOf(from)).session_status.minutes_remaining).toBe(23 * 60);
    // A carrier clock that is ahead gives no more than 24 hours.
    await receive(message(from, { sentAt: at(5) }));
    expect((await windowOf(from)).session_status.minutes_remaining).toBe(24 * 60);
  });

  test('more than a day late opens no window', async () => {
    const from = customerPhone();
    const sentAt = new Date(clock.now().getTime() - 72 * HOUR_MS);
    await receive(message(from, { sentAt }));
    const { session_status: status, last_customer_message_at: wroteAt } = await windowOf(from);
    expect(status).toMatchObject({ is_open: false, requires_template: true });
    // The window began when they wrote, not when the report arrived.
    expect(Date.parse(wroteAt)).toBe(sentAt.getTime());
    expect(Date.parse(status.expired_at)).toBe(sentAt.getTime() + 24 * HOUR_MS);
  });

  test('of another channel opens no conversation', async () => {
    const from = customerPhone();
    expect(await receive(message(from, { channel: 'sms' }))).toEqual([]);
    expect((await windowOf(from)).has_conversation).toBe(false);
  });

  test('with characters that the database cannot store is stored without them', async () => {
    const report = message(customerPhone(), {
      text: 'a\u0000b\ud800',
      customerName: `\u0000${'n'.repeat(300)}`,
    });
    const [stored] = await receive(report);
    expect((await messagesOf(stored?.conversationId ?? 0))[0].content).toBe('ab\ufffd');
  });
});

test("a conversation that gets its first assistant later ends by that assistant's settings", async () => {
  const owner = await server.account();
  const own = await sandboxSender(owner);
  const from = customerPhone();
  const { data } = (await customerWrites(owner, own.id, { from })).body;
  const endsAt = async (): Promise<Date | null> => {
    const text = 'select end_check_at from conversations where id = $1';
    const [row] = await server.database.query<{ end_check_at: Date | null }>(text, [data.conversation_id]);
    return row?.end_check_at ?? null;
  };
  expect(await endsAt()).toBeNull();
  const assistant = await createAssistant(owner);
  await owner.put(`/sandbox/msgapp/senders/${own.id}`, { assistant_id: assistant.id });
  await customerWrites(owner, own.id, { from });
  expect(await endsAt()).not.toBeNull();
});

describe('the word STOP', () => {
  test('blocks messages to a customer until START', async () => {
    const from = customerPhone();
    const to = { sender_id: sender.id, recipient_phone: from };
    await receive(message(from));
    await receive(message(from, { text: ' Stop! ' }));
    const refused = await sendFreeform(account, to);
    expect([refused.status, refused.body.error_code]).toEqual([403, 'OPTED_OUT']);
    expect((await account.get('/user/me')).body.total_balance).toBe(100);
    // An ordinary message is not consent.
    await receive(message(from, { text: 'By the way' }));
    expect((await sendFreeform(account, to)).status).toBe(403);
    await receive(message(from, { text: 'START' }));
    expect((await sendFreeform(account, to)).status).toBe(200);
  });

  test('applies to all senders, and a late, older START does not lift it', async () => {
    const from = customerPhone();
    const at = (minutes: number): Date => new Date(clock.now().getTime() + minutes * 60_000);
    await receive(message(from, { text: 'STOP', sentAt: at(-1) }));
    await receive(message(from, { text: 'START', sentAt: at(-2) }));
    expect((await sendFreeform(account, { sender_id: sender.id, recipient_phone: from })).status).toBe(403);
    const other = await sandboxSender(account);
    await customerWrites(account, other.id, { from });
    const toOther = { sender_id: other.id, recipient_phone: from };
    expect((await sendFreeform(account, toOther)).body.error_code).toBe('OPTED_OUT');
    await customerWrites(account, other.id, { from, message: 'START' });
    expect((await windowOf(from)).session_status.can_send_freeform).toBe(true);
  });

  test.each([
    ['a tapped button or a caption', { text: 'Stop', isTyped: false }],
    ['the synonym “Cancel”, a common answer in chats', { text: 'Cancel' }],
  ])('is not recognized in %s', async (_what, about) => {
    const from = customerPhone();
    await receive(message(from, about));
    expect((await windowOf(from)).session_status.can_send_freeform).toBe(true);
  });
});

describe('the assistant’s answer', () => {
  const answered = async () => {
    const assistant = await createAssistant(account);
    const own = await connectFake(account, { assistant_id: assistant.id });
    const received = await reportsOf(server, { id: own.id, userId: account.userId }, [
      message(customerPhone()),
    ]);
    return () => messagesOf(received[0]?.conversationId ?? 0);
  };

  test('is retried if the carrier could not accept it, and arrives once', async () => {
    let tries = 0;
    carrier.behave = () => {
      tries += 1;
      return { kind: tries === 1 ? 'unavailable' : 'take' };
    };
    const taken = carrier.taken.length;
    const read = await answered();
    const messages = await eventually(
      read,
      (all) => all.length === 3 && all[2].delivery.message_sid !== null,
    );
    carrier.behave = () => ({ kind: 'take' });
    expect(messages.map((one: { author: string }) => one.author)).toEqual(['customer', 'ai', 'ai']);
    expect(messages[1].delivery).toMatchObject({ state: 'failed', message_sid: null });
    expect(messages[0].unanswered_reason).toBeNull();
    // The fake asks for three seconds, one more than our own delay; both times are the database's.
    const waitedMs = Date.parse(messages[2].created_at) - Date.parse(messages[1].delivery.updated_at);
    expect(waitedMs).toBeGreaterThanOrEqual(2999);
    expect(carrier.taken.length).toBe(taken + 1);
    expect(await unexplainedMoney(server.database)).toEqual([]);
  });

  test('is not retried if the carrier refused it or may have accepted it', async () => {
    for (const behavior of [{ kind: 'refuse', code: '131047' }, { kind: 'take-and-break' }] as const) {
      let tries = 0;
      carrier.behave = () => {
        tries += 1;
        return behavior;
      };
      const read = await answered();
      const messages = await eventually(read, (all) => all[0].unanswered_reason !== null);
      expect(messages[0].unanswered_reason).toBe('NOT_DELIVERED');
      expect(messages.length).toBe(2);
      expect(tries).toBe(1);
    }
    carrier.behave = () => ({ kind: 'take' });
    expect(await server.database.query('select from pending_answers')).toEqual([]);
  });
});

describe('media', () => {
  const picture = { reference: 'p/1', contentType: 'image/png', fileName: 'cat.png' };

  test('are stored as attachments, downloaded from the carrier afterwards', async () => {
    const bytes = Buffer.alloc(2_500_000, 'picture');
    carrier.media.set('p/1', { contentType: 'image/png', bytes });
    const [stored] = await receive(message(customerPhone(), { text: '', media: [picture] }));
    const read = () => messagesOf(stored?.conversationId ?? 0);
    const [{ content, attachments }] = await eventually(
      read,
      ([one]) => one.attachments[0].status !== 'waiting',
    );
    expect(content).toBe('[attachment: cat.png, image/png]');
    expect(attachments).toEqual([
      {
        id: expect.any(Number),
        content_type: 'image/png',
        file_name: 'cat.png',
        status: 'stored',
        byte_count: bytes.length,
        error: null,
        text: null,
        text_error: null,
      },
    ]);
    const path = `/user/msgapp/attachments/${attachments[0].id}`;
    const file = await fetch(`${server.api}${path}`, {
      headers: { authorization: `Bearer ${account.token}` },
    });
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await (await server.account()).get(path)).status).toBe(404);
  });

  test('that are gone or too large get an error', async () => {
    carrier.media.set('large', { contentType: 'video/mp4', bytes: Buffer.alloc(16 * 1_048_576 + 1) });
    const items = [
      { reference: 'gone', contentType: 'image/png', fileName: null },
      { reference: 'large', contentType: 'video/mp4', fileName: null },
    ];
    const [stored] = await receive(message(customerPhone(), { media: items }));
    const read = () => messagesOf(stored?.conversationId ?? 0);
    const isDone = ([one]: { attachments: { status: string; error: string }[] }[]) =>
      one?.attachments.every(({ status }) => status !== 'waiting') ?? false;
    const [{ attachments } = { attachments: [] }] = await eventually(read, isDone);
    expect(attachments.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(attachments[0]?.error).toContain('no such media');
    expect(attachments[1]?.error).toContain('16 MB');
  });
});

test('media of one customer are stored up to 100 MB a day', async () => {
  const bytes = Buffer.alloc(1000, 'm');
  carrier.media.set('thousand', { contentType: 'image/png', bytes });
  const item = { reference: 'thousand', contentType: 'image/png', fileName: null };
  const from = customerPhone();
  const arrives = async (count: number) => {
    const [stored] = await receive(message(from, { media: Array.from({ length: count }, () => item) }));
    const messages = await eventually(
      () => messagesOf(stored?.conversationId ?? 0),
      (all) => all.at(-1).attachments.every(({ status }: { status: string }) => status !== 'waiting'),
    );
    const { attachments } = messages.at(-1);
    return attachments.filter(({ status }: { status: string }) => status === 'failed');
  };
  const sent = (text: string, byteCount: number) =>
    server.database.query(
      `update channel_customers set attachments_on = ${text}, attachment_bytes = $2 where customer_key = $1`,
      [from, byteCount],
    );
  const today = `(now() at time zone 'UTC')::date`;
  expect(await arrives(1)).toEqual([]);
  await sent(today, 100 * 1_048_576 - 2500);
  // They are downloaded in parallel, and two of the three fit.
  expect(await arrives(3)).toMatchObject([{ error: expect.stringContaining('100 MB'), byte_count: null }]);
  await sent(today, 100 * 1_048_576);
  expect(await arrives(1)).toMatchObject([{ error: expect.stringContaining('100 MB') }]);
  await sent(`${today} - 1`, 100 * 1_048_576);
  expect(await arrives(1)).toEqual([]);
});

describe("the sandbox's endpoint for customer messages", () => {
  test.each([
    ['from', { from: '12' }],
    ['from', { from: null }],
    ['message', { message: '' }],
    ['message', { message: 'x'.repeat(4097) }],
    ['name', { name: 'x'.repeat(256) }],
    ['name', { name: 7 }],
  ])('refuses an invalid %s (%#)', async (field, body) => {
    const own = await sandboxSender(account);
    const answer = await account.post(`/sandbox/msgapp/senders/${own.id}/inbound`, {
      from: customerPhone(),
      message: 'Hi',
      ...body,
    });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  test('is closed for senders of real carriers and of other accounts', async () => {
    const body = { from: customerPhone() };
    expect((await customerWrites(account, sender.id, body)).status).toBe(404);
    const own = await sandboxSender(account);
    expect((await customerWrites(await server.account(), own.id, body)).status).toBe(404);
  });

  test('counts a repeated request as one message', async () => {
    const own = await sandboxSender(account);
    const path = `/sandbox/msgapp/senders/${own.id}/inbound`;
    const body = { from: customerPhone(), message: 'Once' };
    const key = { 'idempotency-key': 'inbound' };
    const [one, two] = [await account.post(path, body, key), await account.post(path, body, key)];
    expect(two.text).toBe(one.text);
    expect((await messagesOf(one.body.data.conversation_id)).length).toBe(1);
  });

  test('can be disabled', async () => {
    const closed = await startTestServer({
      beside: server.testDatabase,
      environment: { PARLEY_SANDBOX: 'off' },
      overrides: { clock },
    });
    const mine = await server.account();
    const client = closed.client(String(mine.token));
    expect((await client.post('/sandbox/msgapp/senders', {})).status).toBe(404);
    // An existing sandbox sender can no longer send, and costs nothing.
    const own = await sandboxSender(mine);
    const from = customerPhone();
    await customerWrites(mine, own.id, { from });
    const before = (await client.get('/user/me')).body.total_balance;
    const sent = await sendFreeform(client, { sender_id: own.id, recipient_phone: from });
    expect([sent.status, sent.body.error_code]).toEqual([503, 'CARRIER_UNAVAILABLE']);
    expect(sent.body.error).toContain('not configured on this server');
    expect((await client.get('/user/me')).body.total_balance).toBe(before);
    await closed.stop();
  });
});
