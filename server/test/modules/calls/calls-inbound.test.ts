import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Log } from '../../../src/core/log.ts';
import { AnswerFailed } from '../../../src/voice/legs/answer-failed.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { callOnce, endedCall } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { onSecondTry } from '../../kit/second-tries.ts';
import { silentLog } from '../../kit/silent-log.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import {
  customerSays,
  type ScriptedVoice,
  scriptedInbound,
  scriptedVoice,
} from '../../kit/voice/scripted-calls.ts';
import { startWebhookSink, type WebhookSink } from '../../kit/webhook-sink.ts';

const CALLER = '+40721000009';

let server: TestServer;
let voice: ScriptedVoice;
let sink: WebhookSink;
let account: Client;

/** Logged refusals. */
const refusals: [level: string, fields: Record<string, unknown>][] = [];
const noteAs =
  (level: string) =>
  (fields: Record<string, unknown>): void => {
    if ('reason' in fields) refusals.push([level, fields]);
  };
const log: Log = { ...silentLog, info: noteAs('info'), warn: noteAs('warn') };

async function open(): Promise<void> {
  voice = scriptedVoice();
  sink = await startWebhookSink();
  server = await startTestServer({
    overrides: { voice: voice.overrides },
    environment: { PARLEY_MAX_CALLS: '2' },
    log,
  });
}
async function close(): Promise<void> {
  await server.stop();
  await sink.close();
}
beforeAll(open);
afterAll(close);
beforeEach(onSecondTry(close, open));
beforeEach(() => void refusals.splice(0));

async function reception(
  fields: Record<string, unknown> = {},
  at = server,
): Promise<{ id: number; number: string }> {
  account = await at.account();
  const numberId = await insertNumber(account);
  const { id } = await createAssistant(account, { variables: { greeting: 'own', shop: 'Mill' }, ...fields });
  // An inbound assistant answers calls once it has a number.
  await account.put(`/user/assistant/${id}`, { phone_number_id: numberId });
  const { body } = await account.get('/user/phone-numbers/all');
  return { id, number: body.data.find((one: { id: number }) => one.id === numberId).phone_number };
}

async function newestCall(): Promise<number> {
  const { data } = await eventually(
    async () => (await account.get('/user/calls')).body,
    ({ total }) => total > 0,
  );
  return data[0].id;
}

test('an inbound call rings, is answered by the assistant, and is stored', async () => {
  const { number } = await reception();
  const inbound = scriptedInbound({ from: CALLER, to: number });
  voice.ring(inbound.call);
  const leg = await inbound.answered;
  expect(inbound.hasRung()).toBe(true);
  const call = await voice.callOn(leg);
  expect(call.direction).toBe('inbound');
  expect(call.host.customerNumber).toBe(CALLER);
  call.happen(customerSays('Hello?'));
  call.end({ status: 'ended_by_assistant', reason: 'the assistant hung up' });
  expect(await endedCall(account, await newestCall())).toMatchObject({
    type: 'inbound',
    status: 'ended_by_assistant',
    client_phone_number: CALLER,
    total_cost: 0.1,
    assistant_phone_number: number,
    transcript: [{ text: 'Hello?', sender: 'human' }],
    ringing_at: expect.any(String),
  });
});

test('an inbound call of a customer who opted out is answered by an assistant that knows it', async () => {
  const { number } = await reception();
  await account.post('/user/blacklist', { phone_number: CALLER });
  const inbound = scriptedInbound({ from: CALLER, to: number });
  voice.ring(inbound.call);
  const call = await voice.callOn(await inbound.answered);
  call.end();
  expect(call.assistant.persona.talk).toMatchObject({ customerPhone: CALLER, hasOptedOut: true });
});

test('a call that cannot be answered for lack of ports fails and is logged', async () => {
  const { number } = await reception();
  const { call } = scriptedInbound({ from: CALLER, to: number });
  const reason = 'No pair of RTP ports is free.';
  voice.ring({ ...call, answer: () => Promise.reject(new AnswerFailed(reason)) });
  const id = await newestCall();
  const ended = await callOnce(account, id, ({ status }) => status !== 'ringing');
  expect(ended).toMatchObject({ status: 'failed', end_reason: reason, total_cost: 0 });
  expect(refusals).toEqual([['warn', { call: id, reason }]]);
});

describe('an inbound call', () => {
  test('to an unknown number is refused', async () => {
    const inbound = scriptedInbound({ from: CALLER, to: '+12025550000' });
    voice.ring(inbound.call);
    expect(await inbound.rejected).toBe('unknown-number');
    expect(inbound.hasRung()).toBe(false);
    expect(refusals).toMatchObject([['info', { reason: 'unknown-number', route: inbound.call.route }]]);
    expect(JSON.stringify(refusals)).not.toContain(CALLER);
  });

  test('is refused without an active assistant, and without balance', async () => {
    const { id, number } = await reception();
    const refusal = async (): Promise<string> => {
      const inbound = scriptedInbound({ from: CALLER, to: number });
      voice.ring(inbound.call);
      return inbound.rejected;
    };
    await account.post(`/user/assistant/${id}/deactivate`);
    expect(await refusal()).toBe('unavailable');
    await account.post(`/user/assistant/${id}/activate`);
    await account.request('PUT', '/sandbox/balance', {
      body: JSON.stringify({ amount: 0 }),
      headers: { 'content-type': 'application/json' },
    });
    expect(await refusal()).toBe('unavailable');
    await account.delete(`/user/assistant/${id}`);
    expect(await refusal()).toBe('unavailable');
    expect((await account.get('/user/calls')).body.total).toBe(0);
  });

  test('is refused as the second of two simultaneous ones when the balance covers one', async () => {
    const { number } = await reception();
    await account.put('/sandbox/balance', { amount: 0.1 });
    const both = [1, 2].map(() => scriptedInbound({ from: CALLER, to: number }));
    for (const { call } of both) voice.ring(call);
    const refused = await Promise.race(both.map(({ rejected }, index) => rejected.then(() => index)));
    const leg = await both[1 - refused]?.answered;
    if (leg === undefined) throw new Error('No call was answered.');
    (await voice.callOn(leg)).end();
    expect(await endedCall(account, await newestCall())).toMatchObject({
      status: 'completed',
      total_cost: 0.1,
    });
    expect(refusals).toMatchObject([['warn', { reason: 'balance' }]]);
  });

  test('that is refused is logged with a reason and ids, at a limited rate', async () => {
    const { id: assistantId, number } = await reception();
    const [numberId] = (await account.get('/user/phone-numbers/all')).body.data.map(
      (one: { id: number }) => one.id,
    );
    const known = { userId: account.userId, phoneNumberId: numberId };
    const refused = async (): Promise<void> => {
      const inbound = scriptedInbound({ from: CALLER, to: number });
      voice.ring(inbound.call);
      await inbound.rejected;
    };
    await account.put('/sandbox/balance', { amount: 0.05 });
    for (let calls = 0; calls < 20; calls += 1) await refused();
    expect(refusals.length).toBeLessThan(10);
    expect(refusals[0]).toMatchObject(['warn', { reason: 'balance', ...known, assistantId }]);
    await account.post(`/user/assistant/${assistantId}/deactivate`);
    await refused();
    expect(refusals.at(-1)).toMatchObject(['info', { reason: 'assistant-inactive', ...known, assistantId }]);
    await account.delete(`/user/assistant/${assistantId}`);
    await refused();
    expect(refusals.at(-1)).toMatchObject(['info', { reason: 'no-assistant', ...known }]);
    expect(JSON.stringify(refusals)).not.toContain(CALLER);
  });

  test('beyond the process limit is refused', async () => {
    const { number } = await reception();
    const legs = await Promise.all(
      [1, 2].map(async () => {
        const inbound = scriptedInbound({ from: CALLER, to: number });
        voice.ring(inbound.call);
        return inbound.answered;
      }),
    );
    const third = scriptedInbound({ from: CALLER, to: number });
    voice.ring(third.call);
    expect(await third.rejected).toBe('busy');
    expect(refusals.at(-1)).toMatchObject(['warn', { reason: 'no-capacity', userId: account.userId }]);
    for (const leg of legs) (await voice.callOn(leg)).end();
    await eventually(
      async () => (await account.get('/user/calls?status=completed')).body.total,
      (total) => total === 2,
    );
    const fourth = scriptedInbound({ from: CALLER, to: number });
    voice.ring(fourth.call);
    (await voice.callOn(await fourth.answered)).end();
  });

  test('during shutdown is refused, while live calls continue', async () => {
    const stoppingVoice = scriptedVoice();
    const stopping = await startTestServer({ overrides: { voice: stoppingVoice.overrides }, log });
    const { number } = await reception({}, stopping);
    const held = scriptedInbound({ from: CALLER, to: number });
    stoppingVoice.ring(held.call);
    const call = await stoppingVoice.callOn(await held.answered);
    const stopped = stopping.stop();
    const late = scriptedInbound({ from: CALLER, to: number });
    stoppingVoice.ring(late.call);
    expect(await late.rejected).toBe('stopping');
    expect(refusals.at(-1)).toMatchObject(['info', { reason: 'stopping', userId: account.userId }]);
    call.end();
    await stopped;
  });

  test('is unanswered if the caller hangs up while it rings', async () => {
    sink.answer('/slow', 'hang');
    const { number, id } = await reception();
    await account.post('/user/assistants/enable-inbound-webhook', {
      assistant_id: id,
      webhook_url: `${sink.origin}/slow`,
    });
    const inbound = scriptedInbound({ from: CALLER, to: number });
    voice.ring(inbound.call);
    const callId = await newestCall();
    inbound.leave();
    expect(await endedCall(account, callId)).toMatchObject({ status: 'no-answer', total_cost: 0 });
  });
});

describe('the inbound webhook', () => {
  async function variablesAfter(path: string): Promise<Record<string, unknown>> {
    const { number, id } = await reception();
    await account.post('/user/assistants/enable-inbound-webhook', {
      assistant_id: id,
      webhook_url: `${sink.origin}${path}`,
    });
    const inbound = scriptedInbound({ from: CALLER, to: number });
    voice.ring(inbound.call);
    const call = await voice.callOn(await inbound.answered);
    const next = await createAssistant(account, { variables: { greeting: 'Here is Bob', service: '2' } });
    const taking = await call.host.assistant(next.id, new AbortController().signal);
    call.end();
    const { variables } = await callOnce(account, await newestCall(), ({ status }) => status === 'completed');
    expect(call.assistant.persona.variables).toEqual(variables);
    // Caller variables carry over to the next assistant, whose own variables otherwise apply.
    const greeting = path === '/known' ? variables['greeting'] : 'Here is Bob';
    expect(taking?.persona.variables).toEqual({ ...variables, service: '2', greeting });
    return variables;
  }

  test("sets the call's variables", async () => {
    sink.answer('/known', { status: 200, body: '{"greeting":"Hello Ada","plan":"gold"}' });
    expect(await variablesAfter('/known')).toEqual({ greeting: 'Hello Ada', shop: 'Mill', plan: 'gold' });
    const { body = '', headers = {} } = sink.at('/known')[0] ?? {};
    expect(JSON.parse(body)).toEqual({
      customer_phone: CALLER,
      assistant_phone: expect.stringMatching(/^\+1202555/),
    });
    const { secret } = (await account.get('/user/webhook-secret')).body.data;
    const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const shown = Object.fromEntries(signed.map((name) => [name, String(headers[name])]));
    expect(new Webhook(secret).verify(body, shown)).toEqual(JSON.parse(body));
    expect(headers['user-agent']).toMatch(/^Parley\/\d/);
  });

  test('gets the headers of a SIP call, which are also a variable', async () => {
    const { number, id } = await reception({ initial_message: 'Customer {{sip_headers.x-customer-id}}?' });
    await account.post('/user/assistants/enable-inbound-webhook', {
      assistant_id: id,
      webhook_url: `${sink.origin}/sip`,
    });
    sink.answer('/sip', { status: 200, body: '{"plan":"gold"}' });
    const sipHeaders = { 'X-Customer-Id': '4711', Diversion: '<sip:+40311@a>' };
    const inbound = scriptedInbound({ from: CALLER, to: number, sipHeaders });
    voice.ring(inbound.call);
    const call = await voice.callOn(await inbound.answered);
    call.end();
    const { variables } = await callOnce(account, await newestCall(), ({ status }) => status === 'completed');
    expect(variables).toEqual({ greeting: 'own', shop: 'Mill', sip_headers: sipHeaders, plan: 'gold' });
    expect(call.assistant.persona.variables).toEqual(variables);
    expect(JSON.parse(sink.at('/sip')[0]?.body ?? '')).toMatchObject({ sip_headers: sipHeaders });
  });

  test.each([
    ['/refuses', { status: 500, body: '{"greeting":"no"}' }],
    ['/list', { status: 200, body: '["no"]' }],
    ['/garbage', { status: 200, body: 'no' }],
    ['/deep', { status: 200, body: `{"greeting":${'['.repeat(3000)}${']'.repeat(3000)}}` }],
    ['/hangs', 'hang' as const],
    ['/resets', 'reset' as const],
  ])('is ignored when unusable: %s', async (path, reply) => {
    sink.answer(path, reply);
    expect(await variablesAfter(path)).toEqual({ greeting: 'own', shop: 'Mill' });
  });
});
