import { afterAll, beforeAll, expect, test } from 'vitest';
import { endedCall, makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

let server: TestServer;
let voice: ScriptedVoice;
let account: Client;
let busy: { id: number; to: string };
let held: { id: number; to: string; assistant: number };

beforeAll(async () => {
  voice = scriptedVoice();
  server = await startTestServer({ overrides: { voice: voice.overrides } });
  account = await server.account();
  const order = async (to: string) => {
    const { id: assistant } = await outboundAssistant(account);
    const fields = { assistant_id: assistant, phone_number: to, external_id: `task of ${to}` };
    return { to, assistant, id: await makeCall(account, fields) };
  };
  busy = await order(mobileNumber());
  (await voice.dialTo(busy.to)).tell({ type: 'failed', failure: 'busy', code: null, reason: '' });
  held = await order(mobileNumber());
  (await voice.callOn((await voice.dialTo(held.to)).answer())).end();
  await endedCall(account, busy.id);
  await endedCall(account, held.id);
});
afterAll(() => server.stop());

async function listed(query: string): Promise<number[]> {
  const { status, body, text } = await account.get(`/user/calls?${query}`);
  expect(status, text).toBe(200);
  return body.data.map(({ id }: { id: number }) => id);
}

test('lists newest first with all filters', async () => {
  const today = new Date().toISOString().slice(0, 10);
  expect(await listed('')).toEqual([held.id, busy.id]);
  expect(await listed('status=busy')).toEqual([busy.id]);
  expect(await listed('type=outbound&per_page=1&page=2')).toEqual([busy.id]);
  expect(await listed('type=inbound')).toEqual([]);
  expect(await listed(`phone_number=${held.to.slice(4)}`)).toEqual([held.id]);
  expect(await listed(`phone_number=%2B1202555`)).toEqual([held.id, busy.id]);
  expect(await listed(`phone_number=(202) 555`)).toEqual([held.id, busy.id]);
  expect(await listed(`assistant_id=${held.assistant}`)).toEqual([held.id]);
  expect(await listed(`date_from=${today}&date_to=${today}`)).toEqual([held.id, busy.id]);
  expect(await listed('date_to=2020-01-01')).toEqual([]);
  expect(await listed('campaign_id=1')).toEqual([]);
  expect(await listed(`external_id=${encodeURIComponent(`task of ${held.to}`)}`)).toEqual([held.id]);
  expect(await listed('external_id=task')).toEqual([]);
});

test('list items omit details; a single call has no envelope', async () => {
  const { body } = await account.get('/user/calls?per_page=1');
  const one = (await account.get(`/user/calls/${held.id}`)).body;
  expect(one).toMatchObject(body.data[0]);
  expect(one).toMatchObject({ assistant_id: held.assistant, campaign_id: null, lead_id: null });
  expect(one).toMatchObject({ external_id: `task of ${held.to}`, lead_external_id: null });
  expect(body).toMatchObject({ total: 2, per_page: 1, last_page: 2 });
  const { latency, costs, events, transfers } = one;
  expect([latency, events, transfers, costs.length]).toEqual([[], [], [], 1]);
});

test.each(['status=over', 'type=fax', 'per_page=101', 'page=0', 'date_from=soon', 'assistant_id=0'])(
  'refuses an invalid filter: %s',
  async (query) => {
    expect((await account.get(`/user/calls?${query}`)).status).toBe(422);
  },
);

test('hides calls of other accounts', async () => {
  const otherAccount = await server.account();
  expect((await otherAccount.get('/user/calls')).body.total).toBe(0);
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/hang-up'],
  ] as const) {
    expect((await otherAccount.request(method, `/user/calls/${held.id}${path}`)).status).toBe(404);
  }
});
