import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createExtractor } from '../../../src/modules/knowledge/extraction/extractor.ts';
import { fetchAttachment } from '../../../src/modules/messages/inbound/fetch-attachment.ts';
import { createAssistant } from '../../kit/assistants.ts';
import type { Behavior, CarrierFake, TakenMessage } from '../../kit/carrier-fake/carrier-fake.ts';
import { startCarrierFake } from '../../kit/carrier-fake/start-carrier-fake.ts';
import {
  CARRIER_CASES,
  carrierEnvironment,
  carrierSender,
  connectSender,
} from '../../kit/carrier-senders.ts';
import { eventually } from '../../kit/eventually.ts';
import { customerPhone, sendFreeform } from '../../kit/messaging.ts';
import { finish, say, scriptedModel } from '../../kit/scripted-model.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let fake: CarrierFake;
let server: TestServer;

const LONG_WINDED = 'long-winded';
const LONG_ANSWER = Array.from({ length: 600 }, () => 'And so on.').join(' ');
/** Maximum characters of a channel message in the contract. */
const CHANNEL_LONGEST = 4_096;

beforeAll(async () => {
  fake = await startCarrierFake();
  const languageModels = [scriptedModel(LONG_WINDED, [...say(LONG_ANSWER), finish()])];
  server = await startTestServer({ environment: carrierEnvironment(fake), overrides: { languageModels } });
});
afterAll(async () => {
  await server.stop();
  await fake.close();
});
beforeEach(async () => {
  await fake.behave({ kind: 'accept' });
  await fake.progress(null);
});

async function messagesTo(phone: string): Promise<TakenMessage[]> {
  return (await fake.messages()).filter(({ to }) => to.endsWith(phone));
}

/** The account's view of a conversation over the channel. */
async function conversationOf(account: Client, sender: { id: number }, phone: string) {
  const query = new URLSearchParams({ sender_id: String(sender.id), recipient_phone: phone });
  const { body } = await account.get(`/user/msgapp/session-status?${query}`);
  if (!body.has_conversation) return null;
  const read = await account.get(`/user/msgapp/conversations/${body.conversation_id}/messages`);
  return { id: body.conversation_id, messages: read.body.data, session: body.session_status };
}

describe.each(CARRIER_CASES)('over $provider', (carrier) => {
  /** Creates a sender without an assistant, and a customer who has written to it. */
  async function openWindow() {
    const account = await server.account();
    const sender = await carrierSender(fake, account, { carrier });
    const phone = customerPhone();
    const message = { ...writing(sender, phone), text: 'Hello?' };
    expect(await fake.customerWrites(message)).toMatchObject({ status: 200 });
    const send = (key?: string) =>
      sendFreeform(
        account,
        { sender_id: sender.id, recipient_phone: phone },
        key === undefined ? {} : { 'idempotency-key': key },
      );
    return { account, sender, phone, send };
  }

  const writing = (sender: { url: string }, phone: string) => ({
    account: carrier.account,
    url: sender.url,
    from: carrier.address(phone),
    to: carrier.address(carrier.phoneNumber),
  });

  test('a sender is connected when the carrier accepts it, and never shows its credentials', async () => {
    const account = await server.account();
    await carrierSender(fake, account, { carrier });
    const listed = await account.get('/user/msgapp/senders');
    expect(listed.body.data).toMatchObject([{ phone_number: carrier.phoneNumber, status: 'online' }]);
    for (const secret of Object.values(carrier.credentials).filter((value) => !/^\d+$/.test(value))) {
      expect((await account.get(`/user/msgapp/senders/${listed.body.data[0].id}`)).text).not.toContain(
        secret,
      );
    }
    const wrong = { ...carrier.credentials, auth_token: 'wrong', access_token: 'wrong' };
    const refused = await connectSender(await server.account(), carrier, { credentials: wrong });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.credentials[0]).toContain('does not accept');
    const empty = await connectSender(await server.account(), carrier, { credentials: {} });
    expect(Object.keys(empty.body.errors).sort()).toEqual(
      Object.keys(carrier.credentials)
        .map((field) => `credentials.${field}`)
        .sort(),
    );
    const another = await connectSender(await server.account(), carrier, { phone_number: '+40312345699' });
    expect(another.body.errors.credentials[0]).toContain('+40312345699');
  });

  test('a customer’s message is answered once at the carrier, however often it is reported', async () => {
    const account = await server.account();
    const assistant = await createAssistant(account);
    const fields = { assistant_id: assistant.id };
    const sender = await carrierSender(fake, account, { carrier, fields });
    const phone = customerPhone();
    const message = { ...writing(sender, phone), text: 'Good day, știți?', name: 'Ana', id: `id-${phone}` };
    const answers = await Promise.all([1, 2, 3].map(() => fake.customerWrites(message)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [reply] = await eventually(
      () => messagesTo(phone),
      (messages) => messages.length > 0,
    );
    expect(reply).toMatchObject({
      from: carrier.address(carrier.phoneNumber),
      text: expect.stringMatching(/\S/),
    });
    await fake.customerWrites(message);
    const seen = await eventually(
      () => conversationOf(account, sender, phone),
      (conversation) => conversation?.messages.at(-1)?.delivery?.message_sid != null,
    );
    expect(seen?.messages).toMatchObject([
      { author: 'customer', content: 'Good day, știți?' },
      { author: 'ai', content: reply?.text, delivery: { message_sid: reply?.providerMessageId } },
    ]);
    expect(seen?.session).toMatchObject({ is_open: true });
    expect(await messagesTo(phone)).toHaveLength(1);
  });

  test("an AI reply over the carrier's limit arrives in parts; a freeform message over it is refused", async () => {
    const account = await server.account();
    const models = (await account.get('/user/assistants/models?type=llm')).body;
    const { id } = models.find((model: { name: string }) => model.name === LONG_WINDED);
    const assistant = await createAssistant(account, { llm_model_id: id });
    const sender = await carrierSender(fake, account, { carrier, fields: { assistant_id: assistant.id } });
    const phone = customerPhone();
    await fake.customerWrites({ ...writing(sender, phone), text: 'Tell me all.' });
    const parts = await eventually(
      () => messagesTo(phone),
      (messages) => messages.map(({ text }) => text).join(' ').length >= LONG_ANSWER.length,
    );
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map(({ text }) => text).join(' ')).toBe(LONG_ANSWER);
    for (const { text } of parts) expect([...(text ?? '')].length).toBeLessThanOrEqual(carrier.longestText);
    const about = { sender_id: sender.id, recipient_phone: phone };
    const longest = await sendFreeform(account, { ...about, message: 'é'.repeat(carrier.longestText) });
    expect(longest.status, longest.text).toBe(200);
    if (carrier.longestText === CHANNEL_LONGEST) return;
    const longer = await sendFreeform(account, { ...about, message: 'é'.repeat(carrier.longestText + 1) });
    expect([longer.status, longer.body.error_code]).toEqual([422, 'CARRIER_REFUSED']);
    expect(longer.body.error).toContain('1,600 characters');
    expect(await messagesTo(phone)).toHaveLength(parts.length + 1);
  });

  test("a request without the carrier's signature is refused and changes nothing", async () => {
    const account = await server.account();
    const sender = await carrierSender(fake, account, { carrier });
    const phone = customerPhone();
    const forged = await fake.customerWrites({ ...writing(sender, phone), text: 'Hi', isForged: true });
    expect(forged.status).toBe(403);
    expect(JSON.parse(forged.text)).toEqual({ message: expect.stringMatching(/signature does not match/) });
    for (const [method, body] of [
      ['POST', 'Body=Hi'],
      ['POST', undefined],
      ['GET', undefined],
    ] as const) {
      const path = sender.url.replace(server.api, '');
      const answer = await server.visitor.request(method, path, body === undefined ? {} : { body });
      expect(answer.status, method).toBe(403);
    }
    expect(await conversationOf(account, sender, phone)).toBeNull();
    const elsewhere = { ...sender, url: sender.url.replace(/.{8}$/, '00000000') };
    expect((await fake.customerWrites({ ...writing(elsewhere, phone), text: 'Hi' })).status).toBe(404);
  });

  test('a message to another number of the same carrier account is not filed under this sender', async () => {
    const account = await server.account();
    const sender = await carrierSender(fake, account, { carrier });
    const phone = customerPhone();
    const message = { ...writing(sender, phone), text: 'Hi' };
    const elsewhere = { ...message, to: carrier.address('+40312345699') };
    expect((await fake.customerWrites(elsewhere)).status).toBe(200);
    const isFiled = (await conversationOf(account, sender, phone)) !== null;
    // The Cloud API identifies the number by id. The fake always sends the sender's id, so `to` has no effect there.
    expect(isFiled).toBe(carrier.provider === 'cloud');
    expect((await fake.customerWrites(message)).status).toBe(200);
    expect((await conversationOf(account, sender, phone))?.messages).toMatchObject([
      ...(isFiled ? [{ content: 'Hi' }] : []),
      { content: 'Hi' },
    ]);
  });

  test('states only move forward, for any number and order of reports', async () => {
    const { account, send } = await openWindow();
    for (const isEarly of [false, true]) {
      await fake.progress({ states: ['sent', 'delivered', 'read'], times: 2, isReversed: true, isEarly });
      const sent = await send();
      expect(sent.status, sent.text).toBe(200);
      await fake.settled();
      const path = `/user/msgapp/messages/${sent.body.msgapp_message_id}`;
      const read = await eventually(
        () => account.get(path),
        ({ body }) => body.data.state === 'read',
      );
      expect(read.body.data).toMatchObject({ message_sid: sent.body.message_sid, error_code: null });
      for (const state of ['delivered', 'failed', 'queued'] as const) {
        expect(await fake.report({ providerMessageId: sent.body.message_sid, state })).toMatchObject({
          status: 200,
        });
      }
      expect((await account.get(path)).body.data.state).toBe('read');
    }
  });

  test('a failure keeps the carrier’s code and an explanation', async () => {
    const { account, send } = await openWindow();
    const before = (await account.get('/user/me')).body.total_balance;
    const sent = await send();
    const report = {
      providerMessageId: sent.body.message_sid,
      state: 'failed' as const,
      errorCode: carrier.closedWindowCode,
    };
    expect((await fake.report({ ...report, isForged: true })).status).toBe(403);
    expect((await account.get(`/user/msgapp/messages/${sent.body.msgapp_message_id}`)).body.data.state).toBe(
      'queued',
    );
    expect((await fake.report(report)).status).toBe(200);
    const { body } = await account.get(`/user/msgapp/messages/${sent.body.msgapp_message_id}`);
    expect(body.data).toMatchObject({
      state: 'failed',
      error_code: String(carrier.closedWindowCode),
      error: expect.stringContaining('24-hour window is closed'),
    });
    expect((await account.get('/user/me')).body.total_balance).toBe(before);
  });

  test.each<[string, Behavior, { status: number; code: string; taken: number }]>([
    [
      'sends an unreadable response',
      { kind: 'take-and-garble' },
      { status: 503, code: 'DELIVERY_UNKNOWN', taken: 1 },
    ],
    [
      'drops the connection after accepting',
      { kind: 'take-and-reset' },
      { status: 503, code: 'DELIVERY_UNKNOWN', taken: 1 },
    ],
    ['drops the connection', { kind: 'reset' }, { status: 503, code: 'DELIVERY_UNKNOWN', taken: 0 }],
    [
      'has an internal error',
      { kind: 'answer', status: 500, body: 'oops' },
      { status: 503, code: 'DELIVERY_UNKNOWN', taken: 0 },
    ],
    [
      'is rate limiting',
      { kind: 'answer', status: 429, headers: { 'retry-after': '9' }, body: {} },
      { status: 503, code: 'CARRIER_UNAVAILABLE', taken: 0 },
    ],
    [
      'refuses',
      { kind: 'answer', status: 400, body: { code: 7, message: 'No.', error: { code: 7, message: 'No.' } } },
      { status: 422, code: 'CARRIER_REFUSED', taken: 0 },
    ],
  ])(
    'if the carrier %s, the account gets the real result, pays nothing, and nothing is sent twice',
    async (_what, behavior, expected) => {
      const { account, phone, send } = await openWindow();
      const before = (await account.get('/user/me')).body.total_balance;
      await fake.behave(behavior);
      const key = `key-${phone}`;
      const sent = await send(key);
      expect([sent.status, sent.body.error_code]).toEqual([expected.status, expected.code]);
      expect((await account.get('/user/me')).body.total_balance).toBe(before);
      await fake.behave({ kind: 'accept' });
      const again = await send(key);
      const isTriedAgain = expected.code === 'CARRIER_UNAVAILABLE';
      expect(again.status, again.text).toBe(isTriedAgain ? 200 : expected.status);
      const ledger = await messagesTo(phone);
      expect(ledger).toHaveLength(isTriedAgain ? 1 : expected.taken);
    },
  );

  test('a message whose submission was interrupted is settled by the carrier’s report, matched by our reference', async () => {
    const { account, phone, send } = await openWindow();
    await fake.behave({ kind: 'take-and-reset' });
    await fake.progress({ states: ['sent', 'delivered'] });
    const before = (await account.get('/user/me')).body.total_balance;
    const sent = await send();
    expect(sent.body.error_code).toBe('DELIVERY_UNKNOWN');
    const read = await eventually(
      () => account.get(`/user/msgapp/messages/${sent.body.msgapp_message_id}`),
      ({ body }) => body.data.state === 'delivered',
    );
    const [taken] = await messagesTo(phone);
    expect(read.body.data).toMatchObject({ message_sid: taken?.providerMessageId });
    expect((await account.get('/user/me')).body.total_balance).toBeLessThan(before);
  });

  test('an attachment is downloaded from the carrier and stored', async () => {
    const { account, sender, phone } = await openWindow();
    const bytes = Buffer.from('a picture of a cat');
    const media = { id: `7${phone.slice(1)}`, contentType: 'image/jpeg', caption: 'My cat' };
    await fake.addMedia({ ...media, base64: bytes.toString('base64') });
    await fake.customerWrites({ ...writing(sender, phone), media });
    const conversation = await eventually(
      () => conversationOf(account, sender, phone),
      (seen) => seen?.messages.at(-1)?.attachments[0]?.status === 'stored',
    );
    const message = conversation?.messages.at(-1);
    expect(message.content).toContain('My cat');
    const [attachment] = message.attachments;
    expect(attachment).toMatchObject({ content_type: 'image/jpeg', byte_count: bytes.length });
    const fetched = await account.get(`/user/msgapp/attachments/${attachment.id}`);
    expect(fetched.text).toBe(bytes.toString());

    // A last attempt that a shutdown interrupts has not failed: it waits for the next process.
    await server.database.query(`update attachments set status = 'waiting' where id = $1`, [attachment.id]);
    const job = { isLastAttempt: true, signal: AbortSignal.abort(new Error('This process is stopping.')) };
    const readers = {
      extractor: createExtractor(),
      catalog: server.dependencies.conversations.catalog,
      transcribe: () => Promise.resolve(''),
    };
    const about = { attachmentId: Number(attachment.id), readers };
    await expect(fetchAttachment(server.dependencies.messages, about, job)).rejects.toThrow();
    await readers.extractor.close();
    const rows = await server.database.query('select status from attachments where id = $1', [attachment.id]);
    expect(rows).toEqual([{ status: 'waiting' }]);
  });
});
