import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callOnce, endedCall, makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { type Client, clientOf, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedCall, type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

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

async function answered(): Promise<{ path: string; callId: number; call: ScriptedCall }> {
  const to = mobileNumber();
  const callId = await makeCall(account, { assistant_id, phone_number: to });
  const dial = await voice.dialTo(to);
  const call = await voice.callOn(dial.answer());
  await callOnce(account, callId, ({ status }) => status === 'in-progress');
  return { path: `/user/calls/${callId}`, callId, call };
}

const COMMANDS = [
  ['say', { text: ' We are closing. ', interrupt: true }, { say: 'We are closing.', interrupts: true }],
  ['say', { text: 'Hello' }, { say: 'Hello', interrupts: false }],
  ['whisper', { text: 'Offer a discount.' }, { whisper: 'Offer a discount.' }],
  [
    'transfer',
    { phone_number: '+40 721 555 555', message: 'One moment.', warm: true, briefing: 'A guest.' },
    { transfer: { target: '+40721555555', message: 'One moment.', isWarm: true, briefing: 'A guest.' } },
  ],
  [
    'transfer',
    { phone_number: 'sip:101@pbx.example' },
    { transfer: { target: 'sip:101@pbx.example', message: null, isWarm: false, briefing: null } },
  ],
] as const;

describe.each(['the process that holds the call', 'another process'])('through %s', (door) => {
  const client = () => clientOf((door === 'another process' ? other : holder).api, account.token);

  test.each(COMMANDS)('%s %j reaches the call', async (name, body, expected) => {
    const { path, call, callId } = await answered();
    expect((await client().post(`${path}/${name}`, body)).status).toBe(200);
    expect(call.supervised).toMatchObject([expected]);
    call.end();
    await endedCall(account, callId);
  });

  test('performs a repeated request with the same idempotency key once', async () => {
    const { path, call } = await answered();
    for (const isReplay of [null, 'true']) {
      const answer = await client().post(`${path}/say`, { text: 'Hello' }, { 'idempotency-key': path });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('idempotency-replayed')).toBe(isReplay);
    }
    expect(call.supervised).toHaveLength(1);
    call.end();
  });

  test('refuses commands if the call is not answered, being transferred or over', async () => {
    const { path, call, callId } = await answered();
    call.refuseSupervisors();
    const refused = await client().post(`${path}/say`, { text: 'Hello' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The customer is not with the assistant: the call is being transferred or ended.',
    ]);
    call.end();
    await endedCall(account, callId);
    const over = await client().post(`${path}/whisper`, { text: 'Hello' });
    expect([over.status, over.body.message]).toEqual([409, 'The call has ended.']);
    const to = mobileNumber();
    const ringing = await makeCall(account, { assistant_id, phone_number: to });
    const dial = await voice.dialTo(to);
    const early = await client().post(`/user/calls/${ringing}/transfer`, { phone_number: '+40721555555' });
    expect([early.status, early.body.message]).toEqual([409, 'The call has not been answered yet.']);
    dial.tell({ type: 'failed', failure: 'busy', code: null, reason: '' });
  });

  test('a hang-up with a message lets the assistant say it', async () => {
    const { path, call, callId } = await answered();
    expect((await client().post(`${path}/hang-up`, { message: 'Goodbye.' })).status).toBe(200);
    expect(await endedCall(account, callId)).toMatchObject({
      status: 'completed',
      end_reason: 'The account ended the call.',
    });
    expect(call.supervised).toEqual([{ hangUp: 'Goodbye.' }]);
  });
});

test.each([
  ['say', {}, ['text']],
  ['say', { text: 'x'.repeat(2001), interrupt: 'maybe' }, ['text', 'interrupt']],
  ['whisper', { text: ' ' }, ['text']],
  ['transfer', { phone_number: 'nobody', warm: 2 }, ['phone_number', 'warm']],
  ['hang-up', { message: 'x'.repeat(2001) }, ['message']],
])('%s refuses the body %j', async (name, body, fields) => {
  const answer = await account.post(`/user/calls/1/${name}`, body);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual(fields);
});

test('calls of other accounts are not found', async () => {
  const { path, call } = await answered();
  const stranger = await other.account();
  for (const [name, body] of COMMANDS) {
    expect((await stranger.post(`${path}/${name}`, body)).status).toBe(404);
  }
  expect((await stranger.post(`${path}/hang-up`, { message: 'Bye.' })).status).toBe(404);
  expect(call.supervised).toEqual([]);
  call.end();
});

test('commands from outside the installation are refused', async () => {
  for (const token of ['nonsense', 'AAAA']) {
    expect(
      (await holder.visitor.post(`/calls/held/command/${token}`, { type: 'whisper', text: 'x' })).status,
    ).toBe(404);
  }
});
