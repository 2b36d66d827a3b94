import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSystemPrompt } from '../../../src/agent/prompt.ts';
import { greetingOf } from '../../../src/voice/session/assistant-texts.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { callOnce, endedCall, makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { noAnswer } from '../../kit/campaign-dials.ts';
import { eventually } from '../../kit/eventually.ts';
import { unexplainedMoney } from '../../kit/ledger.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import {
  assistantSays,
  customerSays,
  type ScriptedVoice,
  scriptedVoice,
} from '../../kit/voice/scripted-calls.ts';

let server: TestServer;
let account: Client;
let voice: ScriptedVoice;

beforeAll(async () => {
  voice = scriptedVoice();
  server = await startTestServer({ overrides: { voice: voice.overrides } });
});
afterAll(async () => {
  // A stopping process waits for its calls.
  for (const dial of voice.dials) dial.tell(noAnswer);
  for (const call of voice.calls) call.end();
  await server.stop();
});

test('an outbound call rings, is answered, ends, and is stored completely', async () => {
  account = await server.account();
  const schema = [{ name: 'email', type: 'string', description: 'Email address' }];
  const assistant = await outboundAssistant(account, {
    variables: { shop: 'Mill', tone: 'warm' },
    post_call_schema: schema,
  });
  const to = mobileNumber();
  const order = { assistant_id: assistant.id, phone_number: to, variables: { tone: 'short' } };
  const ordered = await account.post('/user/make_call', order);
  expect(ordered.status).toBe(200);
  expect(ordered.body).toEqual({
    message: 'Call initiated successfully.',
    call_id: expect.any(Number),
    status: 'initiated',
    data: {},
    warnings: [],
  });
  const id = ordered.body.call_id;
  const dial = await voice.dialTo(to);
  expect(dial.request).toMatchObject({
    to,
    from: expect.stringMatching(/^\+1202555/),
    ringingTimeMs: 30_000,
  });
  dial.tell({ type: 'ringing' });
  await callOnce(account, id, ({ status }) => status === 'ringing');
  const call = await voice.callOn(dial.answer());
  expect(call.assistant.persona.variables).toEqual({ shop: 'Mill', tone: 'short' });
  call.happen(assistantSays('Hello!'));
  call.happen(customerSays('I am ada@example.com'));
  call.happen({ type: 'digit', atMs: 300, digit: '5' });
  const running = await callOnce(
    account,
    id,
    ({ transcript, status }) => transcript.length === 2 && status === 'in-progress',
  );
  expect(running).toMatchObject({ total_cost: 0.1, ended_at: null, evaluation: null });
  call.happen({ type: 'answered-by', atMs: 400, answeredBy: 'human' });
  await callOnce(
    account,
    id,
    ({ answered_by, status }) => answered_by === 'human' && status === 'in-progress',
  );
  call.end({ status: 'ended_by_customer', reason: 'the customer hung up', answeredBy: 'human' });
  const ended = await endedCall(account, id);
  expect(ended).toMatchObject({
    type: 'outbound',
    status: 'ended_by_customer',
    end_reason: 'the customer hung up',
    answered_by: 'human',
    client_phone_number: to,
    assistant_phone_number: dial.request.from,
    assistant_name: 'Reception',
    transcript: [
      { text: 'Hello!', type: 'transcript', sender: 'bot' },
      { text: 'I am ada@example.com', type: 'transcript', sender: 'human' },
    ],
    variables: { shop: 'Mill', tone: 'short' },
    evaluation: [{ name: 'email', type: 'string', value: 'ada@example.com', description: 'Email address' }],
    total_cost: 0.1,
    recording_url: null,
    webhook_response: null,
    events: [
      { type: 'digit', at_ms: 300, data: { digit: '5' } },
      { type: 'answered-by', at_ms: 400, data: { answeredBy: 'human' } },
    ],
    costs: [{ kind: 'call_minute', amount: 0.1 }],
  });
  expect(await unexplainedMoney(server.database)).toEqual([]);
  const { body } = await account.get(`/user/assistant/${assistant.id}`);
  expect(body.data.status).toBe('active');
});

test('greets with call and system variables, and warns about missing values', async () => {
  const owner = await server.account();
  const tool = await owner.post('/user/tools', {
    name: 'find_order',
    description: 'Orders of {{Customer Name}} in call {{call_id}}.',
    endpoint: 'https://shop.example/{{shop}}',
    method: 'GET',
  });
  const { id } = await outboundAssistant(owner, {
    initial_message:
      'Hello {{Customer Name}} of {{ oraș }} and {{user.firm}}, {{mood|dear}} caller {{call_id}} on {{customer_phone}}, {{nobody}}.',
    system_prompt: 'You are {{role}} for {{customer_name}}, by {{ channel }}, from {{assistant_phone}}.',
    variables: { customer_name: 'you', role: null },
    tool_ids: [tool.body.data.id],
  });
  const to = mobileNumber();
  const variables = { 'Customer Name': 'John', Oraș: 'Cluj', user: { firm: 'Mill' }, '{x}': 1 };
  const { body } = await owner.post('/user/make_call', { assistant_id: id, phone_number: to, variables });
  const warned = ['nobody', 'role', 'shop'].map((name) => expect.stringContaining(`{{${name}}}`));
  expect(body.warnings).toEqual([...warned, expect.stringContaining('No text can use the variable "{x}"')]);
  const dial = await voice.dialTo(to);
  const { assistant } = await voice.callOn(dial.answer());
  expect(greetingOf(assistant)).toBe(`Hello John of Cluj and Mill, dear caller ${body.call_id} on ${to}.`);
  const { persona, tools } = assistant;
  expect(tools[0]?.description.description).toBe(`Orders of John in call ${body.call_id}.`);
  const about = { now: new Date(), dataCode: 'x', canSearch: false, passages: null };
  const prompt = buildSystemPrompt({ ...about, persona });
  expect(prompt).toContain(`You are for John, by phone, from ${dial.request.from}.`);
  expect(prompt).toContain(`The customer: name "John", phone number ${to}.`);
  expect((await owner.get(`/user/calls/${body.call_id}`)).body.variables).toEqual({
    customer_name: 'you',
    role: null,
    ...variables,
  });

  await owner.put(`/user/assistant/${id}`, { share_customer_details: false });
  const next = mobileNumber();
  await makeCall(owner, { assistant_id: id, phone_number: next, variables });
  const called = await voice.callOn((await voice.dialTo(next)).answer());
  const hiding = buildSystemPrompt({ ...about, persona: called.assistant.persona });
  expect(hiding).toContain('This is a phone call.');
  expect(hiding).not.toContain(next);
});

test('the first call activates the assistant, a test call does not, and a later deactivation stays', async () => {
  const owner = await server.account();
  const { id } = await outboundAssistant(owner);
  const status = async () => (await owner.get(`/user/assistant/${id}`)).body.data.status;
  expect((await owner.post('/user/calls/web', { assistant_id: id })).status).toBe(200);
  expect(await status()).toBe('inactive');
  await makeCall(owner, { assistant_id: id, phone_number: mobileNumber() });
  expect(await status()).toBe('active');
  await owner.post(`/user/assistant/${id}/deactivate`);
  await makeCall(owner, { assistant_id: id, phone_number: mobileNumber() });
  expect(await status()).toBe('inactive');
});

test.each([
  ['busy', 'busy'],
  ['rejected', 'busy'],
  ['no-answer', 'no-answer'],
  ['unavailable', 'failed'],
  ['invalid-number', 'failed'],
] as const)('a dial that ends with %s is a call that is %s', async (failure, status) => {
  account = await server.account();
  const to = mobileNumber();
  const { id: assistant_id } = await outboundAssistant(account);
  const id = await makeCall(account, { assistant_id, phone_number: to });
  (await voice.dialTo(to)).tell({ type: 'failed', failure, code: '486', reason: 'Busy Here' });
  expect(await endedCall(account, id)).toMatchObject({
    status,
    total_cost: 0,
    duration: 0,
    answered_at: null,
    transcript: [],
    end_reason: expect.stringContaining('Busy Here'),
  });
});

describe('refuses', () => {
  let assistant_id: number;
  beforeAll(async () => {
    account = await server.account();
    assistant_id = (await outboundAssistant(account)).id;
  });

  test('an invalid number', async () => {
    const answer = await account.post('/user/make_call', { assistant_id, phone_number: '12' });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['message']]);
  });

  test('an assistant that is missing, inbound or of another account', async () => {
    const { id: inbound } = await createAssistant(account);
    const { id: foreign } = await createAssistant(await server.account(), { type: 'outbound' });
    for (const other of [inbound, foreign, 9_000_000_000]) {
      const answer = await account.post('/user/make_call', {
        assistant_id: other,
        phone_number: mobileNumber(),
      });
      expect([answer.status, answer.body]).toEqual([404, { message: 'Outbound assistant not found.' }]);
    }
  });

  test('a call that the balance does not cover', async () => {
    await account.request('PUT', '/sandbox/balance', {
      body: JSON.stringify({ amount: 0.05 }),
      headers: { 'content-type': 'application/json' },
    });
    const answer = await account.post('/user/make_call', { assistant_id, phone_number: mobileNumber() });
    expect([answer.status, Object.keys(answer.body)]).toEqual([422, ['message']]);
  });

  test('a call if ringing calls have reserved the balance', async () => {
    const withoutBalance = await server.account();
    const order = { assistant_id: (await outboundAssistant(withoutBalance)).id };
    await withoutBalance.put('/sandbox/balance', { amount: 0.1 });
    const first = mobileNumber();
    const id = await makeCall(withoutBalance, { ...order, phone_number: first });
    for (const phone_number of [mobileNumber(), mobileNumber()]) {
      expect(await withoutBalance.post('/user/make_call', { ...order, phone_number })).toMatchObject({
        status: 422,
        body: { message: 'The balance of this account does not cover a call.' },
      });
    }
    expect((await withoutBalance.post('/user/calls/web', order)).status).toBe(422);
    (await voice.dialTo(first)).tell({ type: 'failed', failure: 'busy', code: null, reason: '' });
    await endedCall(withoutBalance, id);
    const next = mobileNumber();
    const again = await makeCall(withoutBalance, { ...order, phone_number: next });
    const leg = (await voice.dialTo(next)).answer();
    (await voice.callOn(leg)).end();
    expect(await endedCall(withoutBalance, again)).toMatchObject({ status: 'completed', total_cost: 0.1 });
  });

  test('a call without a usable calling number', async () => {
    const empty = await server.account();
    const { id } = await createAssistant(empty, { type: 'outbound' });
    const refused = await empty.post('/user/make_call', { assistant_id: id, phone_number: mobileNumber() });
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('no phone number')]);
    const number = await insertNumber(empty);
    await server.database.query(`update phone_numbers set provider = 'gone' where id = $1`, [number]);
    await empty.put(`/user/assistant/${id}`, { phone_number_id: number });
    const silent = await empty.post('/user/make_call', { assistant_id: id, phone_number: mobileNumber() });
    expect([silent.status, silent.body.message]).toEqual([422, expect.stringContaining('cannot make calls')]);
  });
});

test('requests with the same Idempotency-Key create one call', async () => {
  account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  const order = { assistant_id, phone_number: mobileNumber() };
  const key = { 'idempotency-key': 'once' };
  const answers = await Promise.all([1, 2, 3].map(() => account.post('/user/make_call', order, key)));
  const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body.call_id);
  expect(new Set(ids).size).toBe(1);
  expect((await account.get('/user/calls')).body.total).toBe(1);
  const other = await account.post('/user/make_call', { ...order, phone_number: mobileNumber() }, key);
  expect(other.status).toBe(422);
  await account.post(`/user/calls/${ids[0]}/hang-up`);
});

describe('hanging up', () => {
  test('while ringing cancels the dial', async () => {
    account = await server.account();
    const to = mobileNumber();
    const { id: assistant_id } = await outboundAssistant(account);
    const id = await makeCall(account, { assistant_id, phone_number: to });
    const dial = await voice.dialTo(to);
    expect((await account.post(`/user/calls/${id}/hang-up`)).status).toBe(200);
    expect(await endedCall(account, id)).toMatchObject({
      status: 'failed',
      end_reason: 'The account ended the call.',
    });
    expect(dial.isCanceled()).toBe(true);
  });

  test('during the call ends it; repeating has no effect', async () => {
    const to = mobileNumber();
    const { id: assistant_id } = await outboundAssistant(account);
    const id = await makeCall(account, { assistant_id, phone_number: to });
    const leg = (await voice.dialTo(to)).answer();
    await voice.callOn(leg);
    await account.post(`/user/calls/${id}/hang-up`);
    const ended = await endedCall(account, id);
    expect(ended).toMatchObject({
      status: 'completed',
      end_reason: 'The account ended the call.',
      total_cost: 0.1,
    });
    expect(leg.isHungUp()).toBe(true);
    await account.post(`/user/calls/${id}/hang-up`);
    expect((await account.get(`/user/calls/${id}`)).body).toEqual(ended);
  });
});

test('deleting a live call hides it, ends it, and removes its recording', async () => {
  account = await server.account();
  const to = mobileNumber();
  const { id: assistant_id } = await outboundAssistant(account, { record: true });
  const id = await makeCall(account, { assistant_id, phone_number: to });
  const leg = (await voice.dialTo(to)).answer();
  const call = await voice.callOn(leg);
  call.sink?.append(new Uint8Array([1, 2, 3, 4]));
  const { recording_url: url } = await callOnce(account, id, (one) => one.recording_url !== null);
  expect((await fetch(url)).status).toBe(200);
  expect((await account.delete(`/user/calls/${id}`)).status).toBe(200);
  expect((await account.get(`/user/calls/${id}`)).status).toBe(404);
  expect((await account.get('/user/calls')).body.data).toEqual([]);
  expect((await fetch(url)).status).toBe(404);
  for (const again of [account.delete(`/user/calls/${id}`), account.post(`/user/calls/${id}/hang-up`)]) {
    expect((await again).status).toBe(404);
  }
  const rows = () =>
    server.database.query(
      `select id as row from calls where id = $1 union all
       select call_id from call_recording_pieces where call_id = $1`,
      [id],
    );
  await eventually(rows, ({ length }) => length === 0);
  expect(leg.isHungUp()).toBe(true);
  expect(await unexplainedMoney(server.database)).toEqual([]);
});

test('plays silence for audio that could not be stored', async () => {
  account = await server.account();
  const to = mobileNumber();
  const { id: assistant_id } = await outboundAssistant(account, { record: true });
  const id = await makeCall(account, { assistant_id, phone_number: to });
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  const sizes = [40_000, 20_000, 20_000, 8];
  for (const [index, size] of sizes.entries()) call.sink?.append(new Uint8Array(size).fill(index + 1));
  call.end();
  const { recording_url: url } = await endedCall(account, id);
  await server.database.query(
    'delete from call_recording_pieces where call_id = $1 and begin_byte in (0, 60000)',
    [id],
  );
  const file = new Uint8Array(await (await fetch(url)).arrayBuffer()).subarray(58);
  const silence = (count: number): Uint8Array => new Uint8Array(count).fill(0xff);
  const expected = [
    silence(40_000),
    new Uint8Array(20_000).fill(2),
    silence(20_000),
    new Uint8Array(8).fill(4),
  ];
  expect(Buffer.concat(expected).equals(file)).toBe(true);
  for (const [from, until] of [
    [58 + 100, 58 + 30_000],
    [58 + 59_990, 58 + 60_020],
    [58 + 70_000, 58 + 80_007],
  ] as const) {
    const part = await fetch(url, { headers: { range: `bytes=${from}-${until - 1}` } });
    const bytes = Buffer.from(await part.arrayBuffer());
    expect(bytes.equals(Buffer.concat(expected).subarray(from - 58, until - 58))).toBe(true);
  }
});

test('serves a recording whole and by range at the URL given during the call', async () => {
  account = await server.account();
  const to = mobileNumber();
  const { id: assistant_id } = await outboundAssistant(account, { record: true });
  const id = await makeCall(account, { assistant_id, phone_number: to });
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  const sound = Uint8Array.from({ length: 3000 }, (_, index) => index % 251);
  for (let from = 0; from < sound.length; from += 700) call.sink?.append(sound.slice(from, from + 700));
  const { recording_url: url } = await callOnce(account, id, (one) => one.recording_url !== null);
  call.end();
  await endedCall(account, id);
  const whole = await fetch(url);
  expect(whole.headers.get('content-type')).toBe('audio/wav');
  const file = new Uint8Array(await whole.arrayBuffer());
  expect([...file.subarray(58)]).toEqual([...sound]);
  expect(Buffer.from(file.subarray(0, 4)).toString()).toBe('RIFF');
  const view = new DataView(file.buffer);
  // µ-law, two channels, 8 kHz.
  expect([view.getUint16(20, true), view.getUint16(22, true), view.getUint32(24, true)]).toEqual([
    7, 2, 8000,
  ]);
  const part = await fetch(url, { headers: { range: 'bytes=50-1499' } });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 50-1499/${file.length}`);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(file.slice(50, 1500));
  expect((await fetch(url, { headers: { range: 'bytes=999999-' } })).status).toBe(416);
  expect((await server.visitor.get('/recordings/nonsense')).status).toBe(404);
});
