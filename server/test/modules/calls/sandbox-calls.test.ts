import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { FliteTts } from '../../../src/providers/offline/flite-tts.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { callOnce, endedCall, makeCall, outboundAssistant } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import { speech } from '../../kit/speech.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';
import { type BrowserPhone, openPhone } from '../../kit/voice/browser-phone.ts';
import { shareFound } from '../../kit/voice/correlation.ts';
import { recordingChannels } from '../../kit/voice/recording-channels.ts';

const TYPED = 'Hello? Who is there?';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  account = await server.account();
});

async function reception(): Promise<string> {
  const numberId = await insertNumber(account);
  const { id } = await createAssistant(account, { initial_message: 'Mill Inn, good evening.' });
  await account.put(`/user/assistant/${id}`, { phone_number_id: numberId });
  const { body } = await account.get('/user/phone-numbers/all');
  return body.data.find((one: { id: number }) => one.id === numberId).phone_number;
}

/** The speech that a call produces for typed text. */
async function saidAloud(text: string): Promise<Int16Array> {
  const tts = new FliteTts({ clock: systemClock, threads: 1 });
  const { samples } = await speech(tts, text, { voice: 'rms' }).finally(() => tts.close());
  return samples;
}

test('plays a customer who calls a number of the account', async () => {
  const to = await reception();
  const placed = await account.post('/sandbox/calls', { from: '+40 721 000 077', to });
  expect(placed.status).toBe(201);
  const phone = await openPhone(placed.body.data.media_url);
  await phone.message(({ type }) => type === 'ringing');
  await phone.message(({ type }) => type === 'answered');
  const id = await eventually(
    async () => (await account.get('/user/calls?type=inbound')).body.data[0]?.id,
    (found) => found !== undefined,
  );
  await callOnce(account, id, ({ transcript }) => transcript.length > 0);
  phone.hangUp();
  expect(await endedCall(account, id)).toMatchObject({
    type: 'inbound',
    status: 'ended_by_customer',
    client_phone_number: '+40721000077',
    assistant_phone_number: to,
    transcript: [{ sender: 'bot', text: 'Mill Inn, good evening.' }],
  });
});

test('a call to a number without an assistant is rejected, and an unknown number is not found', async () => {
  await insertNumber(account);
  const { body } = await account.get('/user/phone-numbers/all');
  const placed = await account.post('/sandbox/calls', { to: body.data.at(-1).phone_number });
  const phone = await openPhone(placed.body.data.media_url);
  expect(await phone.message(({ type }) => type === 'rejected')).toMatchObject({ reason: 'unavailable' });
  await phone.closed;
  expect((await account.post('/sandbox/calls', { to: '+12025550000' })).status).toBe(404);
  const otherAccount = await server.account();
  expect((await otherAccount.post('/sandbox/calls', { to: body.data[0].phone_number })).status).toBe(404);
  expect((await account.post('/sandbox/calls', { from: '12', to: body.data[0].phone_number })).status).toBe(
    400,
  );
  await expect(openPhone(`${placed.body.data.media_url}x`)).rejects.toThrow('404');
});

test('the URL of a call or phone works once', async () => {
  const to = await reception();
  const call = (await account.post('/sandbox/calls', { to })).body.data.media_url;
  const telephone = (await account.post('/sandbox/phones', { number: '+40721700001' })).body.data.media_url;
  for (const url of [call, telephone]) {
    const phone = await openPhone(url);
    await expect(openPhone(url)).rejects.toThrow('404');
    // The same bytes in another base64 form.
    await expect(openPhone(`${url}.`)).rejects.toThrow('404');
    phone.leave();
    await phone.closed;
  }
});

test('a request repeated under its key runs once', async () => {
  const to = await reception();
  const [{ id: assistant_id }] = (await account.get('/user/assistants')).body;
  for (const [path, body] of [
    ['/sandbox/calls', { to }],
    ['/sandbox/phones', { number: '+40721700002' }],
    ['/user/calls/web', { assistant_id }],
  ] as const) {
    const key = { 'idempotency-key': `once ${path}` };
    const first = await account.post(path, body, key);
    const again = await account.post(path, body, key);
    expect(first.status, first.text).toBeLessThan(300);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  }
});

test('an outbound call reaches a sandbox person, who talks', async () => {
  const { id: assistant_id } = await outboundAssistant(account, {
    initial_message: 'Hello, this is the mill.',
  });
  const id = await makeCall(account, { assistant_id, phone_number: '+40721000007' });
  const call = await endedCall(account, id);
  expect(call).toMatchObject({
    status: 'ended_by_customer',
    answered_by: expect.anything(),
    total_cost: 0.1,
  });
});

test.each([
  ['+40721000001', 'busy'],
  ['+40721000005', 'failed'],
])('a call to the unanswered sandbox number %s ends as %s', async (phone_number, status) => {
  const { id: assistant_id } = await outboundAssistant(account);
  const id = await makeCall(account, { assistant_id, phone_number });
  expect(await endedCall(account, id)).toMatchObject({ status, total_cost: 0 });
});

describe('a phone in the browser', () => {
  async function phoneFor(number: string): Promise<BrowserPhone> {
    const { status, body, text } = await account.post('/sandbox/phones', { number });
    expect(status, text).toBe(201);
    const phone = await openPhone(body.data.media_url);
    await phone.message(({ type }) => type === 'waiting');
    return phone;
  }

  test('rings in place of the scripted person, and can answer and talk', async () => {
    const { id: assistant_id } = await outboundAssistant(account, {
      initial_message: 'Hello, this is the mill.',
      record: true,
    });
    // Without the phone this number is busy.
    const phone_number = '+40721500001';
    const phone = await phoneFor(phone_number);
    const id = await makeCall(account, { assistant_id, phone_number });
    const ringing = await phone.message(({ type }) => type === 'ringing');
    expect(ringing['from']).toMatch(/^\+1202555/);
    await callOnce(account, id, ({ status }) => status === 'ringing');
    phone.send({ type: 'answer' });
    await callOnce(account, id, ({ status }) => status === 'in-progress');
    phone.type(TYPED);
    await callOnce(account, id, ({ transcript }) => transcript.length >= 2);
    phone.hangUp();
    const ended = await endedCall(account, id);
    expect(ended).toMatchObject({ status: 'ended_by_customer' });
    const { left, right } = await recordingChannels(ended.recording_url, 16_000);
    // Only the first samples, because the phone may hang up before the rest is played.
    const spoken = [...(await saidAloud(TYPED))].slice(0, 4000);
    expect(shareFound(spoken, left)).toBeGreaterThan(0.9);
    expect(shareFound(spoken, right)).toBe(0);
  });

  test('can decline, does not ring for other numbers, and is gone when its page closes', async () => {
    const phone_number = '+40721600001';
    const phone = await phoneFor(phone_number);
    const { id: assistant_id } = await outboundAssistant(account);
    const declined = await makeCall(account, { assistant_id, phone_number });
    await phone.message(({ type }) => type === 'ringing');
    phone.send({ type: 'reject' });
    expect(await endedCall(account, declined)).toMatchObject({
      status: 'busy',
      end_reason: expect.stringContaining('declined'),
    });
    const otherAccount = await server.account();
    const { id: foreign } = await outboundAssistant(otherAccount);
    const elsewhere = await makeCall(otherAccount, { assistant_id: foreign, phone_number });
    expect((await endedCall(otherAccount, elsewhere)).end_reason).toContain('busy');
    expect(phone.messages.filter(({ type }) => type === 'ringing')).toHaveLength(1);
    phone.leave();
    await phone.closed;
    const alone = await makeCall(account, { assistant_id, phone_number });
    expect((await endedCall(account, alone)).end_reason).toContain('busy');
    expect((await account.post('/sandbox/phones', { number: '12' })).status).toBe(400);
  });
});

test("without speech recognition, the scripted person's text is used as the transcript", async () => {
  await insertNumber(account);
  const transcribers = await account.get('/user/assistants/transcriber-providers?language_id=1');
  const typed = transcribers.body.find(({ code }: { code: string }) => code === 'offline');
  const assistant = await outboundAssistant(account, {
    transcriber_provider_id: typed.id,
    initial_message: 'This is the mill. Do you have a moment?',
  });
  const id = await makeCall(account, { assistant_id: assistant.id, phone_number: '+40721000100' });
  const { transcript, status } = await eventually(
    async () => (await account.get(`/user/calls/${id}`)).body,
    ({ ended_at: endedAt, status }) => endedAt !== null && status !== 'in-progress',
    90_000,
  );
  expect(status).toBe('ended_by_customer');
  const turns: { sender: string; text: string }[] = transcript;
  const wordsOf = (one: string) => turns.filter(({ sender }) => sender === one).map(({ text }) => text);
  expect(wordsOf('human').join(' ')).toContain('Yes, I have a moment.');
  expect(wordsOf('human').length).toBeGreaterThan(2);
  expect(wordsOf('bot').length).toBeGreaterThan(2);
});
