import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { callOnce, endedCall, makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { addMember } from '../../kit/members.ts';
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

interface Listener {
  socket: WebSocket;
  texts: unknown[];
  frames: Buffer[];
  closed: Promise<unknown[]>;
}

function listen(
  { api }: TestServer,
  callId: number | string,
  headers: Record<string, string> = { authorization: `Bearer ${account.token}` },
): Listener {
  const socket = new WebSocket(`${api.replace(/^http/, 'ws')}/user/calls/${callId}/listen`, { headers });
  const texts: unknown[] = [];
  const frames: Buffer[] = [];
  socket.on('message', (data, isBinary) => {
    if (!isBinary) texts.push(JSON.parse(String(data)));
    else if (Buffer.isBuffer(data)) frames.push(data);
  });
  return { socket, texts, frames, closed: once(socket, 'close') };
}

async function refusal(listener: Listener): Promise<string> {
  listener.closed.catch(() => undefined);
  const [error] = await once(listener.socket, 'error');
  return String(error);
}

/** Closes a connection once it has opened. */
async function leave({ socket, texts }: Listener): Promise<void> {
  await eventually(
    async () => texts.length,
    (count) => count > 0,
  );
  socket.close();
}

const heardBy = (call: ScriptedCall, count: number) =>
  eventually(
    async () => call.listeners.size,
    (size) => size === count,
  );

describe.each(['the process that holds the call', 'another process'])('through %s', (door) => {
  const server = () => (door === 'another process' ? other : holder);

  test('listeners get the format, then both channels, until the call ends', async () => {
    const { callId, call } = await answered();
    const [one, two] = [listen(server(), callId), listen(server(), callId)];
    await heardBy(call, 2);
    for (const listener of call.listeners) listener(Int16Array.of(1, -2, 3, -4));
    for (const { frames } of [one, two]) {
      await eventually(
        async () => frames.length,
        (count) => count === 1,
      );
      expect(frames[0]).toEqual(Buffer.from(Int16Array.of(1, -2, 3, -4).buffer));
    }
    call.end();
    await Promise.all([one.closed, two.closed]);
    expect(one.texts).toEqual([
      { type: 'format', encoding: 'pcm_s16le', sample_rate: 8000, channels: ['customer', 'assistant'] },
      { type: 'ended' },
    ]);
    await endedCall(account, callId);
    expect(await refusal(listen(server(), callId))).toContain('409');
  });

  test('a listener that reads nothing loses frames', async () => {
    const { callId, call } = await answered();
    const slow = listen(server(), callId);
    await heardBy(call, 1);
    slow.socket.pause();
    const second = new Int16Array(16_000).fill(7);
    const sent = 2_000;
    for (let index = 0; index < sent; index += 1) {
      for (const listener of call.listeners) listener(second);
      if (index % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    slow.socket.resume();
    call.end();
    await slow.closed;
    expect(slow.frames.length).toBeGreaterThan(0);
    expect(slow.frames.length).toBeLessThan(sent / 2);
    expect(slow.texts.at(-1)).toEqual({ type: 'ended' });
  });

  test('a listener who leaves is forgotten', async () => {
    const { callId, call } = await answered();
    const listener = listen(server(), callId);
    await heardBy(call, 1);
    await leave(listener);
    await heardBy(call, 0);
    call.end();
  });

  test('refuses clients without access to the call', async () => {
    const { callId, call } = await answered();
    const stranger = await holder.account();
    const authorization = `Bearer ${stranger.token}`;
    expect(await refusal(listen(server(), callId, { authorization }))).toContain('404');
    expect(await refusal(listen(server(), 'x', { authorization }))).toContain('404');
    expect(await refusal(listen(server(), callId, {}))).toContain('401');
    call.end();
  });
});

test('a call has a limited number of listeners', async () => {
  const { callId, call } = await answered();
  const all = Array.from({ length: 10 }, () => listen(holder, callId));
  await heardBy(call, 10);
  expect(await refusal(listen(holder, callId))).toContain('429');
  expect(await refusal(listen(other, callId))).toContain('429');
  for (const listener of all) await leave(listener);
  call.end();
});

test('a session cookie is accepted from pages of the same origin only', async () => {
  const { callId, call } = await answered();
  const { email } = account;
  const login = await holder.visitor.post('/console/login', { email, password: 'correct horse' });
  const cookie = String(login.headers.get('set-cookie')).split(';')[0] ?? '';
  const own = listen(holder, callId, { cookie, origin: holder.address });
  await heardBy(call, 1);
  expect(await refusal(listen(holder, callId, { cookie, origin: 'https://evil.example' }))).toContain('403');
  await leave(own);
  call.end();
});

test.each(['viewer', null])(
  'a listener whose role becomes %s is disconnected, in every process',
  async (role) => {
    const { callId, call } = await answered();
    const agent = await addMember(holder, account, 'agent');
    const headers = { authorization: `Bearer ${agent.token}` };
    const listeners = [listen(holder, callId, headers), listen(other, callId, headers)];
    await heardBy(call, 2);
    if (role === null) await account.delete(`/user/members/${agent.personId}`);
    else await account.put(`/user/members/${agent.personId}`, { role });
    await Promise.all(listeners.map(({ closed }) => closed));
    expect(await refusal(listen(other, callId, headers))).toContain(role === null ? '401' : '403');
    call.end();
  },
);

test('a listener is disconnected when its key is revoked', async () => {
  const { callId, call } = await answered();
  const key = await account.post('/user/api-keys', { name: 'leaving' });
  const leaving = listen(holder, callId, { authorization: `Bearer ${key.body.api_key.token}` });
  await heardBy(call, 1);
  const { body } = await account.get('/user/api-keys');
  await account.delete(`/user/api-keys/${body.api_keys.at(-1).id}`);
  await leaving.closed;
  call.end();
});
