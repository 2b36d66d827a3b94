import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { CALL_ACCOUNT, type CallCarrierFake } from '../../kit/call-carrier-fake/call-carrier-fake.ts';
import { startCallCarrierFake } from '../../kit/call-carrier-fake/start-call-carrier-fake.ts';
import { callOnce, endedCall, makeCall, mobileNumber } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { unexplainedMoney } from '../../kit/ledger.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { onSecondTry } from '../../kit/second-tries.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let fake: CallCarrierFake;
let server: TestServer;
let account: Client;
let number: { id: number; phone_number: string };

async function open(): Promise<void> {
  fake = await startCallCarrierFake();
  server = await startTestServer({
    environment: {
      PARLEY_TWILIO_ACCOUNT_SID: CALL_ACCOUNT.accountSid,
      PARLEY_TWILIO_AUTH_TOKEN: CALL_ACCOUNT.authToken,
      PARLEY_TWILIO_API_URL: fake.origin,
    },
  });
  account = await server.account();
  const id = await insertNumber(account);
  // Marks the number as bought at Twilio.
  await server.database.query(`update phone_numbers set provider = 'twilio' where id = $1`, [id]);
  const { body } = await account.get('/user/phone-numbers/all');
  number = body.data[0];
}
async function close(): Promise<void> {
  await server.stop();
  await fake.close();
}
beforeAll(open);
afterAll(close);
beforeEach(onSecondTry(close, open));

const greeting = { initial_message: 'Mill Inn, good evening.', wait_for_customer: false };

test('a call is placed through the Twilio account, with audio over a media stream', async () => {
  const { id: assistant_id } = await createAssistant(account, {
    ...greeting,
    type: 'outbound',
    phone_number_id: number.id,
  });
  const to = mobileNumber();
  const id = await makeCall(account, { assistant_id, phone_number: to });
  await callOnce(account, id, ({ status }) => status === 'in-progress');
  const [taken] = await eventually(
    () => fake.calls(),
    (calls) => calls.some(({ heardBytes }) => heardBytes > 8000),
  );
  expect(taken).toMatchObject({ to, from: number.phone_number, streams: 1 });
  await fake.hangsUp(taken?.sid ?? '');
  expect(await endedCall(account, id)).toMatchObject({ status: 'ended_by_customer', total_cost: 0.1 });
});

/** Makes postponed price requests due now. */
const hurry = () =>
  server.database.query(
    `update graphile_worker._private_jobs set run_at = now(), updated_at = now()
     where key like 'carrier-cost-%' and run_at > now()`,
  );
const asked = async (sid: string): Promise<number> =>
  (await fake.requests()).filter((one) => one.startsWith('GET') && one.includes(sid)).length;

/** Makes a call that the callee ends. @returns its id and the carrier's */
async function activeCall(): Promise<{ id: number; sid: string }> {
  const { id: assistant_id } = await createAssistant(account, {
    ...greeting,
    type: 'outbound',
    phone_number_id: number.id,
  });
  const to = mobileNumber();
  const id = await makeCall(account, { assistant_id, phone_number: to });
  await callOnce(account, id, ({ status }) => status === 'in-progress');
  const sid = (await fake.calls()).find((call) => call.to === to)?.sid ?? '';
  await fake.hangsUp(sid);
  await endedCall(account, id);
  return { id, sid };
}

test("the carrier's price of a call is stored when the carrier reports it, and is not charged", async () => {
  const { id, sid } = await activeCall();
  await hurry();
  await eventually(
    () => asked(sid),
    (count) => count === 1,
  );
  expect((await account.get(`/user/calls/${id}`)).body).toMatchObject({
    carrier_cost: null,
    total_cost: 0.1,
  });
  await fake.prices({ sid, price: '-0.01405', unit: 'USD' });
  const known = await eventually(
    async () => {
      await hurry();
      return (await account.get(`/user/calls/${id}`)).body;
    },
    ({ carrier_cost }) => carrier_cost !== null,
  );
  expect(known).toMatchObject({
    carrier_cost: 0.01405,
    total_cost: 0.1,
    costs: [{ kind: 'call_minute', amount: 0.1 }],
  });
  expect(await asked(sid)).toBe(2);
  expect(await unexplainedMoney(server.database)).toEqual([]);
});

test('a cost in another currency stays unknown, and a missing one is requested seven times', async () => {
  const foreign = await activeCall();
  await fake.prices({ sid: foreign.sid, price: '-0.02', unit: 'EUR' });
  const silent = await activeCall();
  await eventually(
    async () => {
      await hurry();
      return asked(silent.sid);
    },
    (count) => count === 7,
  );
  await hurry();
  // The last response comes before its job is finished.
  await eventually(
    () =>
      server.database.query(
        `select from graphile_worker.jobs where key = any($1) and attempts < max_attempts`,
        [[`carrier-cost-${foreign.id}`, `carrier-cost-${silent.id}`]],
      ),
    (left) => left.length === 0,
  );
  expect([await asked(foreign.sid), await asked(silent.sid)]).toEqual([1, 7]);
  for (const { id } of [foreign, silent])
    expect((await account.get(`/user/calls/${id}`)).body.carrier_cost).toBeNull();
});

test('a call to a busy number ends as busy', async () => {
  const { id: assistant_id } = await createAssistant(account, {
    type: 'outbound',
    phone_number_id: number.id,
  });
  const to = mobileNumber();
  await fake.script({ number: to, script: { steps: ['initiated', 'busy'] } });
  const id = await makeCall(account, { assistant_id, phone_number: to });
  expect(await endedCall(account, id)).toMatchObject({ status: 'busy', total_cost: 0 });
});

test('an inbound call is answered by the number’s assistant; a forged one is refused', async () => {
  const { id } = await createAssistant(account, greeting);
  await account.put(`/user/assistant/${id}`, { phone_number_id: number.id });
  const url = `${server.api}/carriers/calls/twilio/inbound`;
  const forged = await fake.callIn({ from: '+40721000044', to: number.phone_number, url, isForged: true });
  expect(forged.answers).toEqual([403]);
  const call = await fake.callIn({ from: '+40721000044', to: number.phone_number, url });
  const inbound = await eventually(
    async () => (await account.get('/user/calls?type=inbound')).body.data[0],
    (found) => found?.status === 'in-progress',
  );
  await eventually(
    () => fake.calls(),
    (calls) => calls.some(({ sid, heardBytes }) => sid === call.sid && heardBytes > 8000),
  );
  await account.post(`/user/calls/${inbound.id}/hang-up`);
  expect(await endedCall(account, inbound.id)).toMatchObject({
    client_phone_number: '+40721000044',
    assistant_phone_number: number.phone_number,
    status: 'completed',
  });
  await eventually(
    () => fake.calls(),
    (calls) => calls.some(({ sid, status }) => sid === call.sid && status === 'completed'),
  );
});

test('a call to an unknown number is rejected', async () => {
  const url = `${server.api}/carriers/calls/twilio/inbound`;
  const call = await fake.callIn({ from: '+40721000044', to: '+12025550000', url });
  expect(call.instructions.at(-1)).toContain('<Reject');
});
