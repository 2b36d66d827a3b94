import { afterAll, beforeAll, expect, test } from 'vitest';
import { callOnce, endedCall, makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { type Client, clientOf, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

const CALLS = 30;

let first: TestServer;
let second: TestServer;
let voices: ScriptedVoice[];
let account: Client;
let assistant_id: number;

beforeAll(async () => {
  voices = [scriptedVoice(), scriptedVoice()];
  first = await startTestServer({ overrides: { voice: voices[0]?.overrides ?? {} } });
  second = await startTestServer({
    beside: first.testDatabase,
    overrides: { voice: voices[1]?.overrides ?? {} },
    environment: { PARLEY_MAX_CALLS: '40' },
  });
  account = await first.account();
  assistant_id = (await outboundAssistant(account)).id;
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const allDials = () => voices.flatMap(({ dials }) => dials);

test('two processes dial every waiting call exactly once', async () => {
  const clients = [account, clientOf(second.api, account.token)];
  const orders = Array.from({ length: CALLS }, (_, index) => ({
    client: clients[index % 2] ?? account,
    phone_number: mobileNumber(),
  }));
  const ids = await Promise.all(
    orders.map(({ client, phone_number }) => makeCall(client, { assistant_id, phone_number })),
  );
  await eventually(
    async () => allDials().length,
    (count) => count >= CALLS,
  );
  for (const dial of allDials()) dial.tell({ type: 'failed', failure: 'busy', code: null, reason: '' });
  for (const id of ids) await callOnce(account, id, ({ status }) => status === 'busy');
  expect(
    allDials()
      .map(({ request }) => request.to)
      .sort(),
  ).toEqual(orders.map(({ phone_number }) => phone_number).sort());
  expect(new Set(allDials().map(({ request }) => request.attemptId)).size).toBe(CALLS);
});

test('a call of one process can be ended and deleted through another', async () => {
  const to = mobileNumber();
  const id = await makeCall(account, { assistant_id, phone_number: to });
  const dial = await eventually(
    async () => allDials().find(({ request }) => request.to === to),
    (found) => found !== undefined,
  );
  const leg = dial?.answer();
  await callOnce(account, id, ({ status }) => status === 'in-progress');
  for (const { api } of [first, second]) {
    expect((await clientOf(api, account.token).post(`/user/calls/${id}/hang-up`)).status).toBe(200);
  }
  expect(await endedCall(account, id)).toMatchObject({ status: 'completed' });
  expect(leg?.isHungUp()).toBe(true);
  expect((await clientOf(second.api, account.token).delete(`/user/calls/${id}`)).status).toBe(200);
  expect((await account.get(`/user/calls/${id}`)).status).toBe(404);
});
