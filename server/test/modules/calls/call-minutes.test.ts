import { afterAll, beforeAll, expect, test } from 'vitest';
import { callOnce, endedCall, makeCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { type ManualClock, manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { unexplainedMoney } from '../../kit/ledger.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedCall, type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

let server: TestServer;
let voice: ScriptedVoice;
let clock: ManualClock;
let account: Client;

beforeAll(async () => {
  voice = scriptedVoice();
  clock = manualClock(new Date());
  // One slot, so that a call has to wait.
  const environment = { PARLEY_MAX_CALLS: '1' };
  server = await startTestServer({ environment, overrides: { clock, voice: voice.overrides } });
});
afterAll(() => server.stop());

/** Makes a call and waits until it is in progress, with its first minute charged. */
async function activeCall(): Promise<{ id: number; call: ScriptedCall }> {
  const { id: assistant_id } = await outboundAssistant(account, { post_call_evaluation: false });
  const to = mobileNumber();
  const id = await makeCall(account, { assistant_id, phone_number: to });
  const call = await voice.callOn((await voice.dialTo(to)).answer());
  await callOnce(account, id, ({ status }) => status === 'in-progress');
  return { id, call };
}

const setBalance = (amount: number) =>
  account.request('PUT', '/sandbox/balance', {
    body: JSON.stringify({ amount }),
    headers: { 'content-type': 'application/json' },
  });

test('charges every minute once as it begins', async () => {
  account = await server.account();
  const { id, call } = await activeCall();
  expect((await account.get(`/user/calls/${id}`)).body.total_cost).toBe(0.1);
  clock.advance(60_000);
  expect((await account.get(`/user/calls/${id}`)).body.total_cost).toBe(0.1);
  clock.advance(1001);
  await callOnce(account, id, ({ total_cost }) => total_cost === 0.2);
  clock.advance(60_000);
  await callOnce(account, id, ({ total_cost }) => total_cost === 0.3);
  call.end();
  expect(await endedCall(account, id)).toMatchObject({ duration: 121, total_cost: 0.3 });
  expect(await unexplainedMoney(server.database)).toEqual([]);
});

test('charges sixty seconds as one minute', async () => {
  account = await server.account();
  const { id, call } = await activeCall();
  clock.advance(60_000);
  call.end();
  expect(await endedCall(account, id)).toMatchObject({ duration: 60, total_cost: 0.1 });
});

test('excludes closing time from duration and cost', async () => {
  account = await server.account();
  const { id, call } = await activeCall();
  clock.advance(59_600);
  call.ended?.();
  clock.advance(3000);
  call.end({ durationMs: 59_600 });
  expect(await endedCall(account, id)).toMatchObject({ duration: 60, total_cost: 0.1 });
});

test('ends the call when the balance is spent, and refuses the next', async () => {
  account = await server.account();
  const { id } = await activeCall();
  await setBalance(0.15);
  clock.advance(61_001);
  await callOnce(account, id, ({ total_cost }) => total_cost === 0.2);
  clock.advance(60_000);
  expect(await endedCall(account, id)).toMatchObject({
    status: 'completed',
    end_reason: 'The account balance is used up.',
    total_cost: 0.2,
  });
  expect((await account.get('/user/me')).body.total_balance).toBe(0.05);
  const { id: assistant_id } = await outboundAssistant(account);
  const refused = await account.post('/user/make_call', { assistant_id, phone_number: mobileNumber() });
  expect(refused.status).toBe(422);
});

test('ends an answered call whose first minute is not covered', async () => {
  account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  const to = mobileNumber();
  const id = await makeCall(account, { assistant_id, phone_number: to });
  const dial = await voice.dialTo(to);
  await setBalance(0);
  const leg = dial.answer();
  expect(await endedCall(account, id)).toMatchObject({
    status: 'failed',
    end_reason: 'The account balance is used up.',
    total_cost: 0,
    answered_at: expect.any(String),
  });
  expect(leg.isHungUp()).toBe(true);
});

test('greets immediately while the account is locked', async () => {
  account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account, { post_call_evaluation: false });
  const to = mobileNumber();
  const id = await makeCall(account, { assistant_id, phone_number: to });
  const dial = await voice.dialTo(to);
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const locking = server.database.transaction(async (transaction) => {
    await transaction.query(
      'select from users where id = (select user_id from calls where id = $1) for update',
      [id],
    );
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const call = await voice.callOn(dial.answer());
  clock.advance(5000);
  expect((await account.get(`/user/calls/${id}`)).body).toMatchObject({ answered_at: null, total_cost: 0 });
  released.resolve();
  await locking;
  await callOnce(account, id, ({ total_cost }) => total_cost === 0.1);
  call.end();
  expect(await endedCall(account, id)).toMatchObject({ status: 'completed', duration: 5, total_cost: 0.1 });
});

test('stops charging a call that another process ended', async () => {
  account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account, { post_call_evaluation: false });
  const to = mobileNumber();
  const id = await makeCall(account, { assistant_id, phone_number: to });
  const leg = (await voice.dialTo(to)).answer();
  await callOnce(account, id, ({ status }) => status === 'in-progress');
  await server.database.query(
    `update calls set status = 'failed', ended_at = answered_at + interval '10 seconds', end_reason = 'x',
       process_id = null where id = $1`,
    [id],
  );
  clock.advance(61_001);
  await eventually(
    async () => leg.isHungUp(),
    (is) => is,
  );
  // The slot of the call is free once its work is done.
  const next = await activeCall();
  next.call.end();
  await endedCall(account, next.id);
  expect((await account.get(`/user/calls/${id}`)).body).toMatchObject({ status: 'failed', total_cost: 0.1 });
  expect(await unexplainedMoney(server.database)).toEqual([]);
});

test('does not dial a waiting call once the balance is spent', async () => {
  account = await server.account();
  const { call } = await activeCall();
  const { id: assistant_id } = await outboundAssistant(account);
  const to = mobileNumber();
  const id = await makeCall(account, { assistant_id, phone_number: to });
  await setBalance(0);
  call.end();
  expect(await endedCall(account, id)).toMatchObject({
    status: 'failed',
    end_reason: 'The balance of this account does not cover a call.',
    total_cost: 0,
  });
  expect(voice.dials.filter(({ request }) => request.to === to)).toEqual([]);
});

test('dials a waiting call although the balance does not cover later ones', async () => {
  account = await server.account();
  const { call } = await activeCall();
  const { id: assistant_id } = await outboundAssistant(account);
  const [to, later] = [mobileNumber(), mobileNumber()];
  const id = await makeCall(account, { assistant_id, phone_number: to });
  const behind = await makeCall(account, { assistant_id, phone_number: later });
  await setBalance(0.1);
  call.end();
  const next = await voice.callOn((await voice.dialTo(to)).answer());
  await callOnce(account, id, ({ status }) => status === 'in-progress');
  next.end();
  expect(await endedCall(account, id)).toMatchObject({ status: 'completed', total_cost: 0.1 });
  expect(await endedCall(account, behind)).toMatchObject({ status: 'failed', answered_at: null });
  expect(voice.dials.filter(({ request }) => request.to === later)).toEqual([]);
});
