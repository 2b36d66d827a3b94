import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Executor } from '../../../src/db/client.ts';
import { endedCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { noAnswer } from '../../kit/campaign-dials.ts';
import { eventually } from '../../kit/eventually.ts';
import { type Answer, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

let server: TestServer;
let voice: ScriptedVoice;

beforeAll(async () => {
  voice = scriptedVoice();
  server = await startTestServer({ overrides: { voice: voice.overrides } });
});
afterAll(async () => {
  for (const dial of voice.dials) dial.tell(noAnswer);
  await server.stop();
});

/** Sends `request` while the transaction of `work` blocks its insert, commits, and returns the response. */
async function committedMeanwhile(
  work: (transaction: Executor) => Promise<unknown>,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await server.database.transaction(async (transaction) => {
    await work(transaction);
    const asked = request();
    await eventually(
      () =>
        server.database.query(
          `select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into calls %'`,
        ),
      ({ length }) => length > 0,
    );
    return { asked };
  });
  return answer.asked;
}

test('a number released concurrently cannot be used for a call', async () => {
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  const order = { assistant_id, phone_number: mobileNumber() };
  const answer = await committedMeanwhile(
    (transaction) => transaction.query('delete from phone_numbers where user_id = $1', [account.userId]),
    () => account.post('/user/make_call', order),
  );
  expect(answer).toMatchObject({
    status: 422,
    body: { message: 'This account has no phone number to call from.' },
  });
});

test('with two numbers, a call uses the other one when the first is released concurrently', async () => {
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  await outboundAssistant(account);
  const [first, second] = (await account.get('/user/phone-numbers/all')).body.data
    .map(({ id }: { id: number }) => id)
    .sort((one: number, other: number) => one - other);
  const order = { assistant_id, phone_number: mobileNumber() };
  const answer = await committedMeanwhile(
    (transaction) => transaction.query('delete from phone_numbers where id = $1', [first]),
    () => account.post('/user/make_call', order),
  );
  expect(answer.status).toBe(200);
  const [call] = await server.database.query<{ from: number }>(
    'select phone_number_id as from from calls where id = $1',
    [answer.body.call_id],
  );
  expect(call?.from).toBe(second);
});

test('a key that expires concurrently starts a new request', async () => {
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  const order = { assistant_id, phone_number: mobileNumber() };
  const key = { 'idempotency-key': 'once' };
  const { body } = await account.post('/user/make_call', order, key);
  const [earlier] = await server.database.query<{ key: string }>(
    `update calls as call set request_key = null
     from calls as before where call.id = $1 and before.id = call.id returning before.request_key as key`,
    [body.call_id],
  );
  // The stored response expires after the same time.
  await server.database.query('delete from idempotency_keys');
  const answer = await committedMeanwhile(
    (transaction) =>
      transaction.query(
        `update calls set request_key = $2, created_at = clock_timestamp() - interval '25 hours' where id = $1`,
        [body.call_id, earlier?.key],
      ),
    () => account.post('/user/make_call', order, key),
  );
  expect(answer.status).toBe(200);
  expect(answer.body.call_id).not.toBe(body.call_id);
  await voice.dialTo(order.phone_number);
});

test('of several concurrent requests, only the affordable calls ring', async () => {
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  await account.put('/sandbox/balance', { amount: 0.25 });
  const numbers = Array.from({ length: 6 }, () => mobileNumber());
  const answers = await Promise.all(
    numbers.map((phone_number) => account.post('/user/make_call', { assistant_id, phone_number })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422, 422]);
  const rung = numbers.filter((_, index) => answers[index]?.status === 200);
  for (const number of rung) {
    const leg = (await voice.dialTo(number)).answer();
    (await voice.callOn(leg)).end();
  }
  for (const { body } of answers.filter(({ status }) => status === 200)) {
    expect(await endedCall(account, body.call_id)).toMatchObject({ status: 'completed', total_cost: 0.1 });
  }
});

test('a repeated request returns its one call, even when the balance is reserved', async () => {
  const account = await server.account();
  const { id: assistant_id } = await outboundAssistant(account);
  await account.put('/sandbox/balance', { amount: 0.1 });
  const order = { assistant_id, phone_number: mobileNumber() };
  const key = { 'idempotency-key': 'twice' };
  const { body } = await account.post('/user/make_call', order, key);
  await server.database.query('delete from idempotency_keys');
  expect(await account.post('/user/make_call', order, key)).toMatchObject({
    status: 200,
    body: { call_id: body.call_id },
  });
});
