import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openCallStream } from '../../kit/call-stream.ts';
import { callOnce, endedCall, makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import {
  assistantSays,
  customerSays,
  type ScriptedCall,
  type ScriptedVoice,
  scriptedVoice,
} from '../../kit/voice/scripted-calls.ts';

let voice: ScriptedVoice;
/** Holds all calls. */
let holder: TestServer;
/** Serves the API only. */
let other: TestServer;
let account: Client;
let assistant_id: number;

beforeAll(async () => {
  voice = scriptedVoice();
  holder = await startTestServer({ overrides: { voice: voice.overrides } });
  other = await startTestServer({
    beside: holder.testDatabase,
    environment: { PARLEY_ROLE: 'api', DATABASE_URL: 'postgres://unused' },
  });
  account = await holder.account();
  assistant_id = (await outboundAssistant(account)).id;
});
afterAll(async () => {
  await other.stop();
  await holder.stop();
});

async function answered(): Promise<{ callId: number; call: ScriptedCall }> {
  const to = mobileNumber();
  const callId = await makeCall(account, { assistant_id, phone_number: to });
  const dial = await voice.dialTo(to);
  const call = await voice.callOn(dial.answer());
  await callOnce(account, callId, ({ status }) => status === 'in-progress');
  return { callId, call };
}

describe.each(['the process that holds the call', 'another process'])('a stream through %s', (door) => {
  const follow = (callId: number, lastEventId: string | null = null) => {
    const { api } = door === 'another process' ? other : holder;
    return openCallStream(api, { token: account.token, callId, lastEventId });
  };

  test('has the status, partial and final words and events, and ends with the call', async () => {
    const { callId, call } = await answered();
    const stream = await follow(callId);
    await stream.received('call.status', 2);
    // The feed is open once a partial transcript, which is not stored, has arrived.
    await eventually(async () => {
      call.host.onPartial?.({ sender: 'human', text: 'Hel' });
      return stream.types().includes('transcript.partial');
    }, Boolean);
    call.happen(assistantSays('Good morning.'));
    call.happen(customerSays('Hello.'));
    await stream.received('transcript.final', 2);
    call.happen({
      type: 'tool-called',
      atMs: 300,
      functionCall: { name: 'book', arguments: { day: 1 }, result: { ok: true } },
      key: 'k',
      failed: false,
      durationMs: 12.4,
    });
    const tool = await stream.received('tool.called');
    expect(tool.data).toEqual({
      name: 'book',
      arguments: { day: 1 },
      result: { ok: true },
      failed: false,
      duration_ms: 12,
    });
    call.end({ status: 'ended_by_customer', reason: 'the customer hung up' });
    await stream.ended;
    expect(stream.events.at(-1)).toMatchObject({
      type: 'call.ended',
      data: { status: 'ended_by_customer', end_reason: 'the customer hung up' },
    });
    const words = stream.events.flatMap((event) =>
      event.type === 'transcript.final' ? [`${event.data.sender}: ${event.data.text}`] : [],
    );
    expect(words).toEqual(['bot: Good morning.', 'human: Hello.']);
  });

  test('resumes after the last event that the client has, while the call runs and after its end', async () => {
    const { callId, call } = await answered();
    for (const text of ['One.', 'Two.', 'Three.']) call.happen(assistantSays(text));
    const first = await follow(callId);
    await first.received('transcript.final', 2);
    const second = first.events.filter(({ type }) => type === 'transcript.final')[1]?.id ?? '';
    first.close();
    const resumed = await follow(callId, second);
    expect((await resumed.received('transcript.final')).data).toEqual({ sender: 'bot', text: 'Three.' });
    call.happen(customerSays('Four.'));
    expect((await resumed.received('transcript.final', 2)).data).toEqual({ sender: 'human', text: 'Four.' });
    call.end();
    await resumed.ended;
    const replayed = await follow(
      callId,
      resumed.events.findLast(({ type }) => type === 'transcript.final')?.id ?? null,
    );
    await replayed.ended;
    expect(replayed.types()).toEqual(['call.status', 'call.ended']);
    const whole = await follow(callId);
    await whole.ended;
    expect(whole.types().filter((type) => type === 'transcript.final')).toHaveLength(4);
    expect(whole.lastId()).toBe(`${callId}.ended`);
  });

  test('begins before the answer', async () => {
    const to = mobileNumber();
    const callId = await makeCall(account, { assistant_id, phone_number: to });
    const dial = await voice.dialTo(to);
    const stream = await follow(callId);
    await stream.received('call.status');
    dial.tell({ type: 'ringing' });
    await stream.received('call.status', 2);
    dial.tell({ type: 'failed', failure: 'busy', code: null, reason: '' });
    await stream.ended;
    expect(stream.events.map(({ type, data }) => ('status' in data ? data.status : type))).toEqual([
      'initiated',
      'ringing',
      'busy',
    ]);
  });
});

test('calls whose records have no numbers are replayed in the order of their times, and can be resumed', async () => {
  const { callId, call } = await answered();
  call.happen(assistantSays('One.', 1_000));
  call.happen({ type: 'digit', digit: '5', atMs: 2_000 });
  call.happen(customerSays('Two.', 3_000));
  call.end();
  await endedCall(account, callId);
  for (const table of ['call_events', 'call_transcript']) {
    await holder.database.query(`update ${table} set seq = null where call_id = $1`, [callId]);
  }
  const whole = await openCallStream(holder.api, { token: account.token, callId });
  await whole.ended;
  const types = ['transcript.final', 'digit.pressed', 'transcript.final', 'call.ended'];
  expect(whole.types().filter((type) => type !== 'call.status')).toEqual(types);
  const lastEventId = whole.events.find(({ type }) => type === 'digit.pressed')?.id ?? null;
  const rest = await openCallStream(holder.api, { token: account.token, callId, lastEventId });
  await rest.ended;
  expect(rest.types()).toEqual(['call.status', 'transcript.final', 'call.ended']);
});

test('calls of other accounts, unknown calls and bad ids are not found', async () => {
  const { callId, call } = await answered();
  const stranger = await holder.account();
  for (const id of [callId, 999_999_999, 'x']) {
    expect((await stranger.get(`/user/calls/${id}/events`)).status).toBe(404);
  }
  expect((await other.visitor.get(`/user/calls/${callId}/events`)).status).toBe(401);
  call.end();
  await endedCall(account, callId);
});

test('an account has a limited number of streams', async () => {
  const { callId, call } = await answered();
  const streams = await Promise.all(
    Array.from({ length: 40 }, () => openCallStream(other.api, { token: account.token, callId })),
  );
  expect(streams.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(30);
  expect(streams.filter(({ status }) => ![200, 429].includes(status))).toEqual([]);
  for (const stream of streams) stream.close();
  call.end();
});

test('a stream ends when its token is revoked', async () => {
  const { callId, call } = await answered();
  const key = await account.post('/user/api-keys', { name: 'leaving' });
  const stream = await openCallStream(holder.api, { token: key.body.api_key.token, callId });
  await stream.received('call.status', 2);
  const { body } = await account.get('/user/api-keys');
  await account.delete(`/user/api-keys/${body.api_keys.at(-1).id}`);
  await stream.ended;
  expect(stream.types()).not.toContain('call.ended');
  call.end();
});

test('other processes reach a held call only with a token for it', async () => {
  for (const [purpose, token] of [
    ['events', 'nonsense'],
    ['events', 'AAAA'],
    ['listen', 'AAAA'],
  ]) {
    const socket = new WebSocket(`${holder.api.replace(/^http/, 'ws')}/calls/held/${purpose}/${token}`);
    const [error] = await once(socket, 'error');
    expect(String(error)).toContain('404');
  }
});
