import { afterAll, beforeAll, expect, test } from 'vitest';
import { callOnce, endedCall, makeCall, mobileNumber, outboundAssistant } from '../kit/calls.ts';
import { type ManualClock, manualClock } from '../kit/clocks.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { openPhone } from '../kit/voice/browser-phone.ts';

/** Last digits of sandbox numbers: one never answers, the other answers after two seconds. */
const NOBODY = '02';
const TALKER = '00';

let server: TestServer;
let clock: ManualClock;
let account: Client;

beforeAll(async () => {
  clock = manualClock(new Date());
  server = await startTestServer({ overrides: { clock } });
  account = await server.account();
});
afterAll(() => server.stop());

async function ringing(ringingTime: number, who: string): Promise<number> {
  const { id: assistant_id } = await outboundAssistant(account, {
    ringing_time: ringingTime,
    post_call_evaluation: false,
  });
  return dialed(assistant_id, mobileNumber().slice(0, -2) + who);
}

async function dialed(assistant_id: number, phone_number: string): Promise<number> {
  const id = await makeCall(account, { assistant_id, phone_number });
  await callOnce(account, id, ({ status }) => {
    if (status === 'initiated') clock.advance(50);
    return status === 'ringing';
  });
  return id;
}

const statusOf = async (id: number): Promise<string> => (await account.get(`/user/calls/${id}`)).body.status;

test('ringing_time of 20: stops ringing after 20 seconds', async () => {
  const id = await ringing(20, NOBODY);
  clock.advance(18_000);
  expect(await statusOf(id)).toBe('ringing');
  clock.advance(2000);
  expect(await endedCall(account, id)).toMatchObject({ status: 'no-answer', duration: 0, total_cost: 0 });
});

test('ringing_time of 1: stops ringing before the callee answers after two seconds', async () => {
  const missed = await ringing(1, TALKER);
  clock.advance(1000);
  expect(await endedCall(account, missed)).toMatchObject({ status: 'no-answer' });
  const reached = await ringing(3, TALKER);
  clock.advance(2000);
  await callOnce(account, reached, ({ status }) => status === 'in-progress');
});

test('max_duration of 20 counts from the answer', async () => {
  const { id: assistant_id } = await outboundAssistant(account, {
    ringing_time: 60,
    max_duration: 20,
    post_call_evaluation: false,
  });
  const phone_number = mobileNumber();
  const { body } = await account.post('/sandbox/phones', { number: phone_number });
  const phone = await openPhone(body.data.media_url);
  await phone.message(({ type }) => type === 'waiting');
  const id = await dialed(assistant_id, phone_number);
  clock.advance(25_000);
  phone.send({ type: 'answer' });
  await callOnce(account, id, ({ status }) => status === 'in-progress');
  // The goodbye starts a second later.
  clock.advance(14_000);
  expect(await statusOf(id)).toBe('in-progress');
  clock.advance(6_000);
  expect(await endedCall(account, id)).toMatchObject({
    status: 'completed',
    end_reason: expect.stringContaining('max duration'),
    duration: 20,
  });
});
