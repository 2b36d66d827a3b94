import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { callOnce, endedCall, makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
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

async function answered(): Promise<{ callId: number; call: ScriptedCall }> {
  const to = mobileNumber();
  const callId = await makeCall(account, { assistant_id, phone_number: to });
  const dial = await voice.dialTo(to);
  const call = await voice.callOn(dial.answer());
  await callOnce(account, callId, ({ status }) => status === 'in-progress');
  return { callId, call };
}

interface Supervisor {
  socket: WebSocket;
  texts: unknown[];
  heardBytes(): number;
  closed: Promise<unknown[]>;
}

function takeOver({ api }: TestServer, callId: number, token = account.token): Supervisor {
  const headers = { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`${api.replace(/^http/, 'ws')}/user/calls/${callId}/take-over`, { headers });
  const texts: unknown[] = [];
  let bytes = 0;
  socket.on('message', (data, isBinary) => {
    if (!isBinary) texts.push(JSON.parse(String(data)));
    else if (Buffer.isBuffer(data)) bytes += data.length;
  });
  return { socket, texts, heardBytes: () => bytes, closed: once(socket, 'close') };
}

async function refusal(supervisor: Supervisor): Promise<string> {
  supervisor.closed.catch(() => undefined);
  const [error] = await once(supervisor.socket, 'error');
  return String(error);
}

const ready = ({ texts }: Supervisor) =>
  eventually(
    async () => texts,
    ([first]) => first !== undefined,
  );

describe.each(['the process that holds the call', 'another process'])('through %s', (door) => {
  const server = () => (door === 'another process' ? other : holder);

  test('audio goes both ways until the supervisor leaves', async () => {
    const { callId, call } = await answered();
    const supervisor = takeOver(server(), callId);
    expect(await ready(supervisor)).toEqual([{ type: 'ready', sample_rate: 16_000 }]);
    for (let at = 0; at < 10; at += 1) supervisor.socket.send(Buffer.alloc(640));
    await eventually(
      async () => supervisor.heardBytes(),
      (bytes) => bytes === 10 * 640,
    );
    supervisor.socket.send(JSON.stringify({ type: 'leave' }));
    await supervisor.closed;
    expect(supervisor.texts.at(-1)).toEqual({ type: 'ended' });
    expect(call.supervised.slice(0, 2)).toEqual(['taken over', 'left']);
    call.end();
    await endedCall(account, callId);
    expect(await refusal(takeOver(holder, callId))).toContain('409');
  });

  test('a lost connection gives the call back, and a hang-up ends it', async () => {
    const { callId, call } = await answered();
    const lost = takeOver(server(), callId);
    await ready(lost);
    lost.socket.terminate();
    await eventually(
      async () => call.supervised,
      (done) => done.includes('left'),
    );
    const again = takeOver(server(), callId);
    await ready(again);
    again.socket.send(JSON.stringify({ type: 'hang-up' }));
    expect(await endedCall(account, callId)).toMatchObject({ end_reason: 'A supervisor ended the call.' });
    await again.closed;
  });

  test('malformed messages are tolerated a few times', async () => {
    const { callId, call } = await answered();
    const supervisor = takeOver(server(), callId);
    await ready(supervisor);
    for (const bad of ['{', '[]', '{"type":"dance"}', Buffer.alloc(3)]) supervisor.socket.send(bad);
    for (let at = 0; at < 20; at += 1) supervisor.socket.send('{');
    await supervisor.closed;
    await eventually(
      async () => call.supervised,
      (done) => done.includes('left'),
    );
    call.end();
  });
});

test('refuses a second supervisor, and supervisors of other accounts', async () => {
  const { callId, call } = await answered();
  const first = takeOver(holder, callId);
  await ready(first);
  for (const server of [holder, other]) expect(await refusal(takeOver(server, callId))).toContain('409');
  const stranger = await holder.account();
  expect(await refusal(takeOver(other, callId, stranger.token))).toContain('404');
  expect(await refusal(takeOver(other, callId, null))).toContain('401');
  first.socket.close();
  await eventually(
    async () => call.supervised,
    (done) => done.includes('left'),
  );
  call.end();
});

test('words of a supervisor have a speaker in the transcript', async () => {
  const { callId, call } = await answered();
  call.happen({ type: 'supervisor-said', sinceMs: 100, atMs: 200, text: 'I am Eve.', language: 'en' });
  call.end();
  const { transcript } = await endedCall(account, callId);
  expect(transcript).toMatchObject([{ text: 'I am Eve.', sender: 'bot', speaker: 'supervisor' }]);
});
