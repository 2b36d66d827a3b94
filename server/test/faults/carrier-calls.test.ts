import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import type { FakeCall } from '../kit/call-carrier-fake/call-carrier-fake.ts';
import { callOnce, endedCall, makeCall, mobileNumber } from '../kit/calls.ts';
import { type CarrierHouse, openCarrierHouse } from '../kit/carrier-house.ts';
import { eventually } from '../kit/eventually.ts';
import { unexplainedMoney } from '../kit/ledger.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { startLoopbackServer } from '../kit/loopback-server.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import type { ServerProcess } from '../kit/server-process.ts';

const DIED = 'The process that handled the call ended unexpectedly.';

let house: CarrierHouse;
let voices: ServerProcess[];
let assistant_id: number;
let reception: number;

beforeAll(async () => {
  house = await openCarrierHouse();
  const { number, account } = house;
  const spoken = { initial_message: 'Mill Inn, good evening.', wait_for_customer: false };
  ({ id: assistant_id } = await createAssistant(account, {
    ...spoken,
    type: 'outbound',
    phone_number_id: number.id,
  }));
  ({ id: reception } = await createAssistant(account, spoken));
  await account.put(`/user/assistant/${reception}`, { phone_number_id: number.id });
});
afterAll(async () => {
  expect(await unexplainedMoney(house.survivor.database)).toEqual([]);
  await house.close();
});
// Restarts processes that a test killed.
beforeEach(async () => {
  house.aim(null);
  voices = await house.voices(2);
});

/** Entries of the called number in the carrier's ledger. */
const ledger = async (to: string): Promise<FakeCall[]> =>
  (await house.fake.calls()).filter((call) => call.to === to);
const once = async (to: string, isDone: (call: FakeCall) => boolean): Promise<FakeCall> => {
  const calls = await eventually(
    () => ledger(to),
    ([call]) => call !== undefined && isDone(call),
  );
  expect(calls).toHaveLength(1);
  if (calls[0] === undefined) throw new Error('There is no such call.');
  return calls[0];
};

/** Makes a call and waits until it is answered and the carrier has received audio. */
async function callUp(): Promise<{ id: number; to: string; call: FakeCall }> {
  const to = mobileNumber();
  const id = await makeCall(house.account, { assistant_id, phone_number: to });
  await callOnce(house.account, id, ({ status }) => status === 'in-progress');
  return { id, to, call: await once(to, ({ heardBytes }) => heardBytes > 8000) };
}

test('the process that dialed a call handles it although all its webhooks and streams reach the other process', async () => {
  const { id, call } = await callUp();
  const strayed = house.strayed().map((path) => path.split('/')[5]);
  expect(new Set(strayed)).toEqual(new Set(['status', 'answer', 'stream']));
  await house.fake.hangsUp(call.sid);
  expect(await endedCall(house.account, id)).toMatchObject({
    status: 'ended_by_customer',
    total_cost: 0.1,
    answered_by: null,
  });
  expect(call.answers.every((status) => status === 200)).toBe(true);
});

test('forwards carrier requests to the process that holds the call', async () => {
  house.aim(house.survivor);
  const { id, call } = await callUp();
  await house.account.post(`/user/calls/${id}/hang-up`);
  expect(await endedCall(house.account, id)).toMatchObject({ status: 'completed', total_cost: 0.1 });
  const coming = await house.fake.callIn({
    from: '+40721000044',
    to: house.number.phone_number,
    url: house.inboundUrl,
  });
  await eventually(house.fake.calls, (all) =>
    all.some(({ sid, heardBytes }) => sid === coming.sid && heardBytes > 8000),
  );
  await house.fake.hangsUp(coming.sid);
  const [inbound] = (await house.account.get('/user/calls?type=inbound')).body.data;
  expect(await endedCall(house.account, inbound.id)).toMatchObject({ status: 'ended_by_customer' });
  expect(call.answers.every((status) => status === 200)).toBe(true);
});

test('a busy number is reported as busy through any process', async () => {
  const to = mobileNumber();
  await house.fake.script({ number: to, script: { steps: ['initiated', 'ringing', 'busy'] } });
  const id = await makeCall(house.account, { assistant_id, phone_number: to });
  expect(await endedCall(house.account, id)).toMatchObject({ status: 'busy', total_cost: 0 });
});

test('an inbound call is one call, whichever processes receive its webhooks', async () => {
  const [first, second] = voices;
  house.aim(first ?? null);
  const about = { from: mobileNumber(), to: house.number.phone_number, url: house.inboundUrl };
  const call = await house.fake.callIn(about);
  const listed = async () =>
    (await house.account.get('/user/calls?type=inbound')).body.data.filter(
      (one: { client_phone_number: string }) => one.client_phone_number === about.from,
    );
  const [inbound] = await eventually(listed, ([one]) => one?.status === 'in-progress');
  house.aim(second ?? null);
  // Sends the webhook again, to the other process; the end of the call is reported there too.
  await house.fake.callIn({ ...about, sid: call.sid });
  await house.fake.breaks(call.sid);
  await eventually(house.fake.calls, (all) =>
    all.some(({ sid, streams }) => sid === call.sid && streams === 2),
  );
  await house.fake.hangsUp(call.sid);
  expect(await endedCall(house.account, inbound.id)).toMatchObject({
    status: 'ended_by_customer',
    total_cost: 0.1,
  });
  expect(await listed()).toHaveLength(1);
});

test('finds the process of a call after its number was released', async () => {
  const { account, survivor, fake } = house;
  const given = await insertNumber(account);
  // A Twilio number that this account did not buy, so it cannot be released at Twilio.
  await survivor.database.query(`update phone_numbers set provider = 'twilio' where id = $1`, [given]);
  const numbers: { id: number; phone_number: string }[] = (await account.get('/user/phone-numbers/all')).body
    .data;
  const to = numbers.find(({ id }) => id === given)?.phone_number ?? '';
  const { id: answering } = await createAssistant(account);
  await account.put(`/user/assistant/${answering}`, { phone_number_id: given });
  const [first, second] = voices;
  house.aim(first ?? null);
  const about = { from: mobileNumber(), to, url: house.inboundUrl };
  const { sid } = await fake.callIn(about);
  const find = async () =>
    (await account.get('/user/calls?type=inbound')).body.data.find(
      (one: { client_phone_number: string }) => one.client_phone_number === about.from,
    );
  const inbound = await eventually(find, (one) => one?.status === 'in-progress');
  expect((await account.delete(`/user/phone-numbers/${given}`)).status).toBe(200);
  house.aim(second ?? null);
  await fake.breaks(sid);
  await eventually(fake.calls, (all) => all.some((one) => one.sid === sid && one.streams === 2));
  expect((await callOnce(account, inbound.id, () => true)).status).toBe('in-progress');
  await fake.hangsUp(sid);
  expect(await endedCall(account, inbound.id)).toMatchObject({
    status: 'ended_by_customer',
    total_cost: 0.1,
    assistant_phone_number: to,
  });
});

test('forwards nothing for requests without a valid carrier signature', async () => {
  const { id, call } = await callUp();
  const strayed = house.strayed().length;
  expect(await house.fake.report({ sid: call.sid, status: 'completed', isForged: true })).toBe(403);
  expect(house.strayed()).toHaveLength(strayed + 1);
  expect((await house.account.get(`/user/calls/${id}`)).body.status).toBe('in-progress');
  await house.fake.hangsUp(call.sid);
  expect(await endedCall(house.account, id)).toMatchObject({ status: 'ended_by_customer' });
});

test('kill -9 of the process that relays a stream: the call continues through another', async () => {
  const { id, to, call } = await callUp();
  const { others } = await house.holderOf(id);
  // Now the load balancer sends requests to the surviving process.
  house.aim(house.survivor);
  await others[0]?.kill();
  // Audio to the caller continues; only audio in transit may be lost.
  const before = (await once(to, ({ streams }) => streams >= 2)).heardBytes;
  await once(to, ({ heardBytes }) => heardBytes > before + 4000);
  expect((await house.account.get(`/user/calls/${id}`)).body.status).toBe('in-progress');
  await house.fake.hangsUp(call.sid);
  expect(await endedCall(house.account, id)).toMatchObject({ status: 'ended_by_customer', total_cost: 0.1 });
});

test('kill -9 of the process that handles a call: the call ends once, and at the carrier too', async () => {
  const { id, to } = await callUp();
  const { holder } = await house.holderOf(id);
  await holder.kill();
  expect(await endedCall(house.account, id)).toMatchObject({
    status: 'failed',
    end_reason: DIED,
    total_cost: 0,
  });
  const { instructions } = await once(to, ({ status }) => status === 'completed');
  expect(instructions.at(-1)).toContain('<Hangup/>');
});

test('kill -9 while ringing: a later answer is hung up, and the number is not called again', async () => {
  const to = mobileNumber();
  await house.fake.script({ number: to, script: { steps: ['initiated', 'ringing'] } });
  const id = await makeCall(house.account, { assistant_id, phone_number: to });
  await callOnce(house.account, id, ({ status }) => status === 'ringing');
  const { holder } = await house.holderOf(id);
  await holder.kill();
  const ringing = await once(to, ({ status }) => status === 'ringing');
  await house.fake.answers(ringing.sid);
  const { instructions, streams } = await once(to, ({ status }) => status === 'completed');
  expect([instructions.length, streams]).toEqual([1, 0]);
  expect(await endedCall(house.account, id)).toMatchObject({
    status: 'failed',
    end_reason: DIED,
    total_cost: 0,
  });
  await house.addVoice();
  // The poller has run by now, because another call was dialed.
  await callUp();
  expect(await ledger(to)).toHaveLength(1);
});

test('kill -9 while the webhook for an inbound call is pending: another process takes the call', async () => {
  const silent = await startLoopbackServer(() => undefined);
  const hook = { assistant_id: reception, webhook_url: silent.origin };
  endsWithTest(async () => {
    await house.account.post('/user/assistants/disable-inbound-webhook', hook);
    await silent.close();
  });
  expect((await house.account.post('/user/assistants/enable-inbound-webhook', hook)).status).toBe(200);
  const doomed = await house.addVoice();
  house.aim(doomed);
  const from = mobileNumber();
  const asked = house.fake.callIn({ from, to: house.number.phone_number, url: house.inboundUrl });
  await eventually(
    async () => silent.requests.length,
    (count) => count === 1,
  );
  house.aim(null);
  await doomed.kill();
  const { sid } = await asked;
  await eventually(house.fake.calls, (all) => all.some((one) => one.sid === sid && one.heardBytes > 4000));
  await house.fake.hangsUp(sid);
  const { body } = await house.account.get('/user/calls?type=inbound');
  const rows = body.data.filter((one: { client_phone_number: string }) => one.client_phone_number === from);
  const ended = await Promise.all(rows.map(({ id }: { id: number }) => endedCall(house.account, id)));
  expect(ended).toMatchObject([
    { status: 'ended_by_customer', total_cost: 0.1 },
    { status: 'failed', end_reason: DIED, answered_at: null, total_cost: 0 },
  ]);
});

test('another process takes an inbound call that reaches a full process', async () => {
  const small = await house.addVoice({ PARLEY_MAX_CALLS: '1' });
  house.aim(small);
  const up = async (from: string): Promise<{ id: number; sid: string }> => {
    const { sid } = await house.fake.callIn({
      from,
      to: house.number.phone_number,
      url: house.inboundUrl,
    });
    const heard = (all: FakeCall[]): boolean => all.some((one) => one.sid === sid && one.heardBytes > 4000);
    await eventually(house.fake.calls, heard);
    const { body } = await house.account.get('/user/calls?type=inbound');
    const { id } = body.data.find((one: { client_phone_number: string }) => one.client_phone_number === from);
    return { id, sid };
  };
  const first = await up(mobileNumber());
  const second = await up(mobileNumber());
  expect((await house.holderOf(first.id)).holder).toBe(small);
  expect((await house.holderOf(second.id)).holder).not.toBe(small);
  for (const { id, sid } of [first, second]) {
    await house.fake.hangsUp(sid);
    expect(await endedCall(house.account, id)).toMatchObject({
      status: 'ended_by_customer',
      total_cost: 0.1,
    });
  }
  await small.kill();
});
