import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { asEventTypes, type EventType, SUBSCRIBABLE_EVENTS } from '#contract/webhook-events.ts';
import { eventBody } from '#contract/webhook-payloads.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { endedCall, makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { AT_ANY_HOUR, campaignOnce, dialsTo, runningCampaign } from '../../kit/campaign-dials.ts';
import { setStatus } from '../../kit/campaigns.ts';
import { newKnowledgebase, processed, upload } from '../../kit/documents.ts';
import { openConversation } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import { customerPhone, customerWrites, sandboxSender, setBalance } from '../../kit/messaging.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { customerSays, type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';
import {
  newestDelivery,
  type ReceivedWebhook,
  recordEvents,
  someEvent,
  startWebhookSink,
  type WebhookSink,
} from '../../kit/webhook-sink.ts';

let server: TestServer;
let voice: ScriptedVoice;
let sink: WebhookSink;
let account: Client;

beforeAll(async () => {
  sink = await startWebhookSink();
  voice = scriptedVoice();
  server = await startTestServer({ overrides: { voice: voice.overrides }, environment: AT_ANY_HOUR });
});
afterAll(async () => {
  await server.stop();
  await sink.close();
});
beforeEach(async () => {
  account = await server.account();
});

async function subscribe(path: string, fields: Record<string, unknown> = {}): Promise<Answer['body']> {
  const body = { url: `${sink.origin}${path}`, events: ['*'], ...fields };
  const created = await account.post('/user/webhook-endpoints', body);
  expect([created.status, created.text]).toEqual([201, expect.any(String)]);
  return created.body.data;
}

/** Verifies the signature with the official library, and the body against the contract of its type. */
async function verified({ headers, body }: ReceivedWebhook): Promise<{ type: EventType; data: object }> {
  const { data } = (await account.get('/user/webhook-secret')).body;
  const signed = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]),
  );
  new Webhook(data.secret).verify(body, signed);
  const [type] = asEventTypes([JSON.parse(body).type]);
  if (type === undefined) throw new Error(`Not an event: ${body}`);
  const schema: z.ZodType<{ id: string; data: object }> = eventBody(type);
  const parsed = schema.parse(JSON.parse(body));
  expect(parsed.id).toBe(headers['webhook-id']);
  return { type, data: parsed.data };
}

const typesAt = (path: string): string[] => sink.at(path).map(({ body }) => JSON.parse(body).type);

/** Ends a conversation as if its last message were an hour old. */
async function letEnd(path: string): Promise<void> {
  const uuid = path.split('/').at(-1);
  await server.database.query(
    `update conversations set active_at = active_at - interval '1 hour', end_check_at = end_check_at - interval '1 hour'
     where uuid = $1`,
    [uuid],
  );
}

async function chat(): Promise<void> {
  const assistant = await createAssistant(account, { conversation_inactivity_timeout: 5 });
  const path = await openConversation(server.visitor, assistant);
  await server.visitor.post(`${path}/messages`, { message: 'Hello!' });
  // A trial is not reported, nor a page that was only opened.
  const trial = await openConversation(account, assistant, 'test');
  await account.post(`${trial}/messages`, { message: 'Trial' });
  const opened = await openConversation(server.visitor, assistant);
  expect((await account.post(`/user${path}/disable-ai`)).status).toBe(200);
  for (const one of [path, trial, opened]) await letEnd(one);
}

async function channel(): Promise<void> {
  const assistant = await createAssistant(account);
  const sender = await sandboxSender(account, { assistant_id: assistant.id });
  const from = customerPhone();
  await customerWrites(account, sender.id, { from, message: 'Hello?' });
  await eventually(
    async () => typesAt('/day').filter((type) => type === 'message.status'),
    ({ length }) => length > 0,
  );
  await customerWrites(account, sender.id, { from, message: 'STOP' });
  await account.put(`/sandbox/msgapp/senders/${sender.id}`, { status: 'offline' });
}

async function calls(): Promise<void> {
  const { id: assistant_id } = await outboundAssistant(account);
  const phone_number = mobileNumber();
  const id = await makeCall(account, { assistant_id, phone_number });
  const call = await voice.callOn((await voice.dialTo(phone_number)).answer());
  call.happen({
    type: 'transferred',
    atMs: 900,
    kind: 'blind',
    target: '+40721000003',
    outcome: 'failed',
    reason: 'busy',
  });
  call.end();
  await endedCall(account, id);
  const { id: campaignId, numbers } = await runningCampaign(account, {
    leads: 1,
    assistant_id,
    mark_complete_when_no_leads: true,
  });
  const [dial] = await dialsTo([voice], numbers, 1);
  if (dial === undefined) throw new Error('The lead was not called.');
  const ofLead = await voice.callOn(dial.answer());
  ofLead.happen(customerSays('Please never call me again.'));
  ofLead.end({ status: 'ended_by_customer', answeredBy: 'human' });
  await campaignOnce(account, campaignId, ({ status }) => status === 'completed');
  const paused = await runningCampaign(account, { leads: 1, assistant_id, allowed_days: ['monday'] });
  expect((await setStatus(account, paused.id, 'stop')).status).toBe(200);
}

async function documents(): Promise<void> {
  const knowledgebase = await newKnowledgebase(account);
  const good = { type: 'txt', name: 'hours.txt', bytes: Buffer.from('We open at nine.') };
  const bad = { type: 'pdf', name: 'broken.pdf', bytes: Buffer.from('%PDF-1.7 broken') };
  for (const file of [good, bad]) await processed(account, await upload(account, knowledgebase, file));
}

test('an endpoint gets every event of a day, signed, with its own headers', async () => {
  await subscribe('/day', { headers: [{ name: 'X-Api-Key', value: 'secret 1' }] });
  await Promise.all([chat(), channel(), calls(), documents()]);
  await account.post('/user/sms', { from: await insertNumber(account), to: '+40721234567', body: 'Hi' });
  await setBalance(account, 4);
  await setBalance(account, 40);
  await eventually(
    async () => new Set(typesAt('/day')),
    (types) => SUBSCRIBABLE_EVENTS.every((type) => types.has(type)),
  );
  const events = await Promise.all(sink.at('/day').map(verified));
  const dataOf = (type: EventType): object[] =>
    events.filter((event) => event.type === type).map(({ data }) => data);
  expect(sink.at('/day').every(({ headers }) => headers['x-api-key'] === 'secret 1')).toBe(true);
  const once: EventType[] = [
    'call.transferred',
    'conversation.ended',
    'conversation.handed_off',
    'campaign.completed',
    'campaign.paused',
    'document.active',
    'document.failed',
    'balance.low',
    'sender.changed',
  ];
  for (const type of once) expect([type, dataOf(type)]).toEqual([type, [expect.any(Object)]]);
  expect(dataOf('call.started')).toHaveLength(2);
  expect(dataOf('call.ended')).toHaveLength(2);
  expect(dataOf('conversation.started')).toEqual([
    expect.objectContaining({ type: expect.stringMatching(/widget|msgapp/) }),
    expect.objectContaining({ type: expect.stringMatching(/widget|msgapp/) }),
  ]);
  expect(dataOf('message.received').map((data) => Object(data).text)).toEqual(
    expect.arrayContaining(['Hello!', 'Hello?', 'STOP']),
  );
  expect(dataOf('message.received')).toHaveLength(3);
  expect(dataOf('message.sent')).toContainEqual(
    expect.objectContaining({ channel: 'sms', to: '+40721234567', text: 'Hi', conversation: null }),
  );
  const sources = dataOf('contact.opted_out').map((data) => Object(data).source);
  expect(sources.toSorted()).toEqual(['call', 'customer']);
  expect(dataOf('lead.updated').map((data) => [Object(data).previous_status, Object(data).status])).toEqual(
    expect.arrayContaining([
      ['created', 'processing'],
      ['processing', 'blacklisted'],
    ]),
  );
  expect(dataOf('balance.low')).toEqual([{ balance: expect.any(Number), threshold: 5 }]);
});

describe('the endpoints of an account', () => {
  const list = async (): Promise<Answer['body'][]> =>
    (await account.get('/user/webhook-endpoints')).body.data;
  /** Records the end of a conversation, which the assistant also reports to `url`. */
  const end = (url: string | null, fields: object = {}) =>
    recordEvents(server, [someEvent(account.userId, { webhookUrl: url, ...fields })]);

  test('get the events that they are subscribed to, while they are active', async () => {
    const named = await subscribe('/named', { events: ['conversation.ended', 'campaign.paused'] });
    await subscribe('/others', { events: ['call.ended'] });
    const idle = await subscribe('/idle', { is_active: false, description: 'Later' });
    expect(await list()).toEqual([named, expect.objectContaining({ events: ['call.ended'] }), idle]);
    expect(idle).toMatchObject({ is_active: false, description: 'Later', status: 'enabled', headers: [] });
    await end(null, { subjectId: 'first', payload: { text: 'one' } });
    await end(null, { isReported: false });
    await newestDelivery(account, ({ status }) => status === 'delivered');
    const body = JSON.parse(sink.at('/named')[0]?.body ?? '');
    expect(body).toMatchObject({ type: 'conversation.ended', data: { text: 'one' } });
    const activated = { is_active: true, description: null, events: ['*'] };
    const changed = await account.put(`/user/webhook-endpoints/${idle.id}`, activated);
    expect(changed.body.data).toMatchObject(activated);
    await end(null, { subjectId: 'second' });
    await eventually(
      async () => sink.at('/idle'),
      ({ length }) => length > 0,
    );
    await eventually(
      async () => sink.at('/named'),
      ({ length }) => length > 1,
    );
    expect([typesAt('/idle'), typesAt('/others')]).toEqual([['conversation.ended'], []]);
  });

  test('are not mixed up with webhooks of assistants to the same URL', async () => {
    const url = `${sink.origin}/both`;
    sink.answer('/both', { status: 500 });
    sink.answer('/moved', { status: 500 });
    await end(url, { payload: { bare: true } });
    const { id } = await subscribe('/both', { headers: [{ name: 'authorization', value: 'Bearer 1' }] });
    await end(url, { payload: { bare: true } });
    await eventually(
      async () => sink.at('/both'),
      ({ length }) => length >= 3,
    );
    const bodies = sink.at('/both').map(({ body, headers }) => [headers.authorization, JSON.parse(body)]);
    expect(bodies).toContainEqual([undefined, { bare: true }]);
    expect(bodies).toContainEqual(['Bearer 1', { bare: true }]);
    expect(bodies).toContainEqual(['Bearer 1', expect.objectContaining({ data: { bare: true } })]);
    // A new URL takes the endpoint's webhooks with it and leaves those of the assistant.
    const moved = await account.put(`/user/webhook-endpoints/${id}`, { url: `${sink.origin}/moved` });
    expect(moved.body.data).toMatchObject({ id, url: `${sink.origin}/moved`, waiting_count: 1 });
    expect((await account.get('/user/webhook-targets')).body.data).toMatchObject([
      { id, waiting_count: 1 },
      { url, waiting_count: 2 },
    ]);
    // Back again, although that URL is in use.
    expect((await account.put(`/user/webhook-endpoints/${id}`, { url })).body.data).toMatchObject({
      id,
      url,
    });
    expect((await account.get('/user/webhook-targets')).body.data).toMatchObject([{ id, waiting_count: 3 }]);

    expect((await account.delete(`/user/webhook-endpoints/${id}`)).status).toBe(200);
    expect(await list()).toEqual([]);
    // A delivery that was being sent is removed after its attempt.
    const targets = (): Promise<Answer> => account.get('/user/webhook-targets');
    const left = await eventually(targets, ({ body }) => body.data[0].waiting_count === 2);
    expect(left.body.data).toMatchObject([{ id, waiting_count: 2 }]);
    const again = await subscribe('/both', { events: ['call.ended'] });
    expect(again).toMatchObject({ id, headers: [], events: ['call.ended'] });
  });

  test('get no retry of a webhook that was being sent when they were deleted', async () => {
    const answered = Promise.withResolvers<void>();
    sink.answer('/deleted', { status: 500, until: answered.promise });
    const { id } = await subscribe('/deleted');
    await end(null, { subjectId: 'deleted' });
    await eventually(
      async () => sink.at('/deleted'),
      ({ length }) => length > 0,
    );
    expect((await account.delete(`/user/webhook-endpoints/${id}`)).status).toBe(200);
    answered.resolve();
    await eventually(
      () => account.get('/user/webhook-deliveries'),
      ({ body }) => !JSON.stringify(body.data).includes('"deleted"'),
    );
  });

  test('are tested with a ping, unless they are disabled', async () => {
    const { id } = await subscribe('/ping', { events: ['call.ended'], is_active: false });
    const tested = await account.post(`/user/webhook-endpoints/${id}/test`);
    expect(tested.body.data).toMatchObject({ event: 'test.ping', subject_id: String(id), target_id: id });
    await eventually(
      async () => sink.at('/ping'),
      ({ length }) => length > 0,
    );
    const [received] = sink.at('/ping');
    if (received === undefined) throw new Error('No ping arrived.');
    expect(await verified(received)).toMatchObject({ type: 'test.ping' });

    sink.answer('/ping', { status: 410 });
    await account.post(`/user/webhook-endpoints/${id}/test`);
    await eventually(list, ([endpoint]) => endpoint.status === 'disabled');
    expect((await account.post(`/user/webhook-endpoints/${id}/test`)).status).toBe(409);
    sink.answer('/ping', { status: 200 });
    const enabled = await account.put(`/user/webhook-endpoints/${id}`, { is_active: true });
    expect(enabled.body.data).toMatchObject({ status: 'enabled', is_active: true });
    await eventually(
      async () => sink.at('/ping'),
      ({ length }) => length === 3,
    );
  });

  test('are at most fifty, even if they are created at once', async () => {
    const post = (name: number) =>
      account.post('/user/webhook-endpoints', { url: `${sink.origin}/many/${name}`, events: ['call.ended'] });
    const created = await Promise.all(Array.from({ length: 54 }, (_, name) => post(name)));
    const refused = created.filter(({ status }) => status === 422);
    expect(created.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(refused.map(({ body }) => body.errors)).toEqual(
      Array.from({ length: 4 }, () => ({ url: ['An account can have 50 webhook endpoints.'] })),
    );
    const endpoints = await list();
    expect(endpoints).toHaveLength(50);
    await account.delete(`/user/webhook-endpoints/${endpoints[0].id}`);
    expect([(await post(60)).status, (await post(61)).status]).toEqual([201, 422]);
  });

  test('have one URL each, known events, and none of the headers that Parley sets', async () => {
    const { id, url } = await subscribe('/rules');
    const { id: second } = await subscribe('/rules-2');
    const errorsOf = ({ status, body }: Answer): [number, string[]] => [status, Object.keys(body.errors)];
    const post = (fields: object) =>
      account.post('/user/webhook-endpoints', { url, events: ['*'], ...fields });
    const put = (fields: object) => account.put(`/user/webhook-endpoints/${second}`, fields);
    expect(errorsOf(await post({}))).toEqual([422, ['url']]);
    expect(errorsOf(await put({ url }))).toEqual([422, ['url']]);
    expect(errorsOf(await post({ url: 'ftp://x', events: [] }))).toEqual([422, ['url', 'events']]);
    for (const event of ['test.ping', 'test_run.finished']) {
      expect(errorsOf(await put({ events: [event] }))).toEqual([422, ['events.0']]);
    }
    for (const name of ['Webhook-Id', 'content-type']) {
      expect(errorsOf(await put({ headers: [{ name, value: '1' }] }))).toEqual([422, ['headers']]);
    }
    expect((await list()).map(({ events, headers }) => [events, headers])).toEqual([
      [['*'], []],
      [['*'], []],
    ]);
    // A URL of an assistant is not an endpoint.
    await end('http://127.0.0.1:9/assistant');
    const [, , target] = (await account.get('/user/webhook-targets')).body.data;
    expect((await account.put(`/user/webhook-endpoints/${target.id}`, { events: ['*'] })).status).toBe(404);
    expect((await account.post(`/user/webhook-endpoints/${target.id}/test`)).status).toBe(404);
    expect(id).not.toBe(second);
  });
});
