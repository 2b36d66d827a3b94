import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Executor } from '../../../src/db/client.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { endedCall, mobileNumber, outboundAssistant } from '../../kit/calls.ts';
import { noAnswer } from '../../kit/campaign-dials.ts';
import { eventually } from '../../kit/eventually.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { type Answer, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedInbound, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

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
  const order = { assistant_id, phone_number: mobileNumber(), allow_parallel: true };
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

describe('a number in a live call', () => {
  const refused = { status: 409, body: { message: expect.stringContaining('allow_parallel') } };

  test('is called once by 10 concurrent requests, and again after the end', async () => {
    const account = await server.account();
    const { id: assistant_id } = await outboundAssistant(account);
    const order = { assistant_id, phone_number: mobileNumber() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => account.post('/user/make_call', order)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    const first = answers.find(({ status }) => status === 200)?.body.call_id;
    expect(answers.find(({ status }) => status === 409)?.body.message).toContain(`(call ${first})`);
    expect(
      (await account.get(`/user/calls?phone_number=${encodeURIComponent(order.phone_number)}`)).body.total,
    ).toBe(1);
    (await voice.dialTo(order.phone_number)).tell(noAnswer);
    await endedCall(account, first);
    expect((await account.post('/user/make_call', order)).status).toBe(200);
  });

  test.each([
    ['Mexico', (local: string) => [`+5255${local}`, `+52155${local}`]],
    ['Argentina', (local: string) => [`+5411${local}`, `+54911${local}`]],
    ['Brazil', (local: string) => [`+55119${local}`, `+5511${local}`]],
    ['two numbers that the carrier reported as one customer', () => [mobileNumber(), mobileNumber()]],
  ])('is called once by concurrent requests in every spelling: %s', async (_title, spell) => {
    const account = await server.account();
    const { id: assistant_id } = await outboundAssistant(account);
    const numbers = spell(`8${mobileNumber().slice(-7)}`);
    await server.database.query('select link_customers($1, $2, $3)', [account.userId, ...numbers]);
    const answers = await Promise.all(
      [...numbers, ...numbers].map((phone_number) =>
        account.post('/user/make_call', { assistant_id, phone_number }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await account.get('/user/calls')).body.total).toBe(1);
    const order = { assistant_id, phone_number: numbers[1], allow_parallel: true };
    expect((await account.post('/user/make_call', order)).status).toBe(200);
  });

  test('is called by every request that allows it, and by other accounts', async () => {
    const account = await server.account();
    const { id: assistant_id } = await outboundAssistant(account);
    const order = { assistant_id, phone_number: mobileNumber(), allow_parallel: true };
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => account.post('/user/make_call', order)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const other = await server.account();
    const stranger = await outboundAssistant(other);
    const { phone_number } = order;
    expect((await other.post('/user/make_call', { assistant_id: stranger.id, phone_number })).status).toBe(
      200,
    );
  });

  test('is not called while the person is calling us', async () => {
    const account = await server.account();
    const { id: assistant_id } = await outboundAssistant(account);
    const reception = await createAssistant(account);
    const phone_number_id = await insertNumber(account);
    await account.put(`/user/assistant/${reception.id}`, { phone_number_id });
    const numbers = (await account.get('/user/phone-numbers/all')).body.data;
    const to = numbers.find(({ id }: { id: number }) => id === phone_number_id).phone_number;
    const from = mobileNumber();
    const inbound = scriptedInbound({ from, to });
    voice.ring(inbound.call);
    const leg = await inbound.answered;
    expect(await account.post('/user/make_call', { assistant_id, phone_number: from })).toMatchObject(
      refused,
    );
    (await voice.callOn(leg)).end();
    const [call] = (await account.get('/user/calls?type=inbound')).body.data;
    await endedCall(account, call.id);
    expect((await account.post('/user/make_call', { assistant_id, phone_number: from })).status).toBe(200);
  });
});
