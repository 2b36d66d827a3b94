import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoutesByProvider } from '../../../src/compose/voice-routes.ts';
import type { TurnSetup } from '../../../src/voice/call-event.ts';
import type { DialEvent } from '../../../src/voice/legs/outbound-route.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { endedCall, makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedCall, type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

let server: TestServer;
let voice: ScriptedVoice;
let account: Client;
let id: number;
let call: ScriptedCall;
let from: string;
/** Ids of the numbers whose routes were used. */
const usedNumbers: number[] = [];

beforeAll(async () => {
  voice = scriptedVoice(['sandbox', 'sip']);
  const outboundRoutes: RoutesByProvider = new Map(
    [...(voice.overrides.outboundRoutes ?? [])].map(([provider, routeOf]) => [
      provider,
      (number) => {
        usedNumbers.push(number.id);
        return routeOf(number);
      },
    ]),
  );
  server = await startTestServer({ overrides: { voice: { ...voice.overrides, outboundRoutes } } });
  account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account, {
    variables: { shop: 'Mill', town: 'Cluj', plan: 'none' },
  });
  const to = mobileNumber();
  id = await makeCall(account, { assistant_id, phone_number: to, variables: { plan: 'gold' } });
  const dial = await voice.dialTo(to);
  from = dial.request.from;
  call = await voice.callOn(dial.answer());
});
afterAll(() => server.stop());

const signal = new AbortController().signal;

test("dials a transfer from the call's own or a given number, as its own attempt", async () => {
  const [first, second] = [mobileNumber(), mobileNumber()];
  const events: DialEvent[] = [];
  call.host.dial({ to: first, from: null, line: null, ringingTimeMs: 9000 }, (event) => events.push(event));
  const dial = await voice.dialTo(first);
  expect(dial.request).toMatchObject({ to: first, from, ringingTimeMs: 9000 });
  dial.tell({ type: 'ringing' });
  dial.answer();
  expect(events.map(({ type }) => type)).toEqual(['ringing', 'answered']);
  await insertNumber(account);
  const numbers = (await account.get('/user/phone-numbers/all')).body.data;
  const other = numbers.at(-1).phone_number;
  call.host.dial({ to: second, from: other, line: null, ringingTimeMs: 9000 }, () => undefined);
  const named = await voice.dialTo(second);
  expect(named.request.from).toBe(other);
  expect(named.request.attemptId).not.toBe(dial.request.attemptId);
});

test('dials a transfer over the requested number, independent of the caller ID', async () => {
  const line = await insertNumber(account);
  const shown = '+40721999999';
  const [own, custom, gone] = [mobileNumber(), mobileNumber(), mobileNumber()];
  call.host.dial({ to: own, from: null, line, ringingTimeMs: 9000 }, () => undefined);
  expect((await voice.dialTo(own)).request.from).toMatch(/^\+1202555/);
  call.host.dial({ to: custom, from: shown, line, ringingTimeMs: 9000 }, () => undefined);
  expect((await voice.dialTo(custom)).request.from).toBe(shown);
  expect(usedNumbers.slice(-2)).toEqual([line, line]);
  const foreign = await insertNumber(await server.account());
  call.host.dial({ to: gone, from: shown, line: foreign, ringingTimeMs: 9000 }, () => undefined);
  expect((await voice.dialTo(gone)).request.from).toBe(shown);
  expect(usedNumbers.at(-1)).toBe(usedNumbers[0]);
});

test('dials an extension over its own route in any notation, but not one of another account', async () => {
  const extension = async (owner: Client, number: string, username: string): Promise<number> => {
    const { body } = await owner.post('/user/phone-numbers/sip-trunks', {
      sip_trunk_type: 'extension',
      phone_number: number,
      country_code: 'RO',
      sip_address: 'dynamic',
      sip_username: username,
      sip_password: 'secret',
    });
    return body.data.id;
  };
  const service = await extension(account, '1001', 'desk');
  await extension(await server.account(), '2002', 'foreign');
  for (const [index, to] of [
    'sip:1001@localhost',
    'SIPS:desk@LOCALHOST:5061;transport=tls',
    '1001',
  ].entries()) {
    expect(await call.host.isExtension(to, signal)).toBe(true);
    call.host.dial({ to, from: null, line: null, ringingTimeMs: 9000 }, () => undefined);
    const dials = await eventually(
      async () => voice.dials.filter(({ request }) => request.to === '1001'),
      (all) => all.length > index,
    );
    expect(dials.at(-1)?.request).toMatchObject({ from });
    expect(usedNumbers.at(-1)).toBe(service);
  }
  for (const to of ['sip:1001@pbx.example', 'sip:2002@localhost', '2002', mobileNumber()]) {
    expect(await call.host.isExtension(to, signal)).toBe(false);
  }
  await server.database.query(
    `insert into sip_bindings (phone_number_id, user_id, contact, call_id, sequence, transport, address, port,
       is_direct, domain, place, process_id, expires_at)
     select phone_number_id, user_id, 'sip:a@192.0.2.1', 'c', 1, 'udp', '192.0.2.1', 5060, true,
       'Voice.example:5070', 'here', gen_random_uuid(), clock_timestamp() + interval '1 minute'
     from sip_trunks where phone_number_id = $1`,
    [service],
  );
  expect(await call.host.isExtension('sip:1001@voice.example', signal)).toBe(true);
  expect(await call.host.isExtension('sip:1001@voice.exampl', signal)).toBe(false);
});

test('a transfer canceled before it begins never rings', async () => {
  const to = mobileNumber();
  const events: DialEvent[] = [];
  call.host.dial({ to, from: null, line: null, ringingTimeMs: 9000 }, (event) => events.push(event)).cancel();
  await eventually(
    async () => events.length,
    (count) => count === 1,
  );
  expect(events).toMatchObject([{ type: 'failed', failure: 'canceled' }]);
  expect(voice.dials.filter(({ request }) => request.to === to)).toEqual([]);
});

test("another assistant continues with the call's variables; one of another account is not found", async () => {
  const other = await createAssistant(account, {
    name: 'Billing',
    variables: { shop: 'Shop', plan: 'basic', service: '2' },
  });
  const found = await call.host.assistant(other.id, signal);
  expect(found).toMatchObject({
    id: String(other.id),
    name: 'Billing',
    transcriber: expect.any(String),
    synthesizer: expect.any(String),
    // Call variables win, then this assistant's own, then the first one's.
    persona: { variables: { plan: 'gold', shop: 'Shop', service: '2', town: 'Cluj' } },
  });
  const foreign = await createAssistant(await server.account());
  expect(await call.host.assistant(foreign.id, signal)).toBeNull();
});

test('transfers a call whose number was released over another number of the account', async () => {
  const owner = await server.account();
  const [own, other] = [await insertNumber(owner), await insertNumber(owner)];
  const { id: assistant_id } = await createAssistant(owner, { type: 'outbound', phone_number_id: own });
  const [customer, expert, nobody] = [mobileNumber(), mobileNumber(), mobileNumber()];
  await makeCall(owner, { assistant_id, phone_number: customer });
  const held = await voice.callOn((await voice.dialTo(customer)).answer());
  expect((await owner.delete(`/user/phone-numbers/${own}`)).status).toBe(200);
  const [{ phone_number: shown }] = (await owner.get('/user/phone-numbers/all')).body.data;
  held.host.dial({ to: expert, from: null, line: null, ringingTimeMs: 9000 }, () => undefined);
  expect((await voice.dialTo(expert)).request.from).toBe(shown);
  expect((await owner.delete(`/user/phone-numbers/${other}`)).status).toBe(200);
  const told: DialEvent[] = [];
  held.host.dial({ to: nobody, from: null, line: null, ringingTimeMs: 9000 }, (event) => told.push(event));
  await eventually(
    async () => told,
    ([event]) => event?.type === 'failed',
  );
  held.end();
});

test('finds only numbers of the account', async () => {
  const own = await insertNumber(account);
  const foreign = await insertNumber(await server.account());
  expect(await call.host.phoneNumber(own, signal)).toMatch(/^\+1202555/);
  expect(await call.host.phoneNumber(foreign, signal)).toBeNull();
});

test('stores events, transcript and usage with any content', async () => {
  const latency = { endpointMs: 500.4, transcriptMs: null, modelMs: 12.6, speechMs: 3, totalMs: 520.2 };
  const setup: TurnSetup = {
    mode: 'pipeline',
    endpointType: 'vad',
    endpointSilenceMs: 500,
    model: 'other/model',
    transcriber: 'other',
    synthesizer: null,
  };
  call.happen({ type: 'turn-answered', atMs: 2000, sinceMs: 1000.7, replyId: 'r', latency, setup });
  const said = { type: 'customer-said', language: null } as const;
  call.happen({ ...said, sinceMs: 900, atMs: 950, text: 'Later' });
  call.happen({ ...said, sinceMs: 500, atMs: 990, text: 'A \u0000 and half a \ud83d' });
  call.happen({ ...said, sinceMs: 5, atMs: 6, text: '  ' });
  call.happen({
    type: 'tool-called',
    key: '6f0e3c1a-7f0d-4c5e-9d0b-2b8c8f6f4a11',
    atMs: 20,
    failed: true,
    durationMs: 5,
    functionCall: {
      name: 'look_up\u0000',
      arguments: { id: '\u0000' },
      result: { error: { code: 'failed' } },
    },
  });
  const usage = { inputTokens: 7, outputTokens: 2 };
  call.happen({
    type: 'model-call',
    atMs: 30,
    call: {
      modelId: 'other/model',
      usage,
      finishReason: 'stop',
      errorCode: null,
      firstEventMs: 1.5,
      totalMs: 9,
    },
  });
  call.end({ reason: 'the end' });
  const ended = await endedCall(account, id);
  expect(ended.latency).toEqual([
    { at_ms: 1001, endpoint_ms: 500, transcript_ms: null, model_ms: 13, speech_ms: 3, total_ms: 520 },
  ]);
  expect(ended.transcript.map(({ text }: { text: string }) => text)).toEqual([
    'A  and half a \ufffd',
    'Later',
  ]);
  const [first, second] = ended.transcript.map(({ timestamp }: { timestamp: string }) =>
    Date.parse(timestamp),
  );
  expect(second - first).toBe(400);
  expect(ended.events).toMatchObject([{ type: 'tool-called', at_ms: 20, data: { failed: true } }]);
  const { body } = await account.get('/user/billing/usage');
  expect(body.data.models).toContainEqual(expect.objectContaining({ model: 'other/model', input_tokens: 7 }));
});
