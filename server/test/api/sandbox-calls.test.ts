import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import { callOnce, endedCall, makeCall, outboundAssistant } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { openPhone } from '../kit/voice/browser-phone.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
});
afterAll(() => server.stop());

async function reception(): Promise<string> {
  const numberId = await insertNumber(account);
  const { id } = await createAssistant(account, { initial_message: 'Mill Inn, good evening.' });
  await account.put(`/user/assistant/${id}`, { phone_number_id: numberId });
  const { body } = await account.get('/user/phone-numbers/all');
  return body.data.find((one: { id: number }) => one.id === numberId).phone_number;
}

test('one plays the customer who calls a number of the account', async () => {
  const to = await reception();
  const placed = await account.post('/sandbox/calls', { from: '+40 721 000 077', to });
  expect(placed.status).toBe(201);
  const phone = await openPhone(placed.body.data.media_url);
  await phone.message(({ type }) => type === 'ringing');
  await phone.message(({ type }) => type === 'answered');
  const id = await eventually(
    async () => (await account.get('/user/calls?type=inbound')).body.data[0]?.id,
    (found) => found !== undefined,
  );
  await callOnce(account, id, ({ transcript }) => transcript.length > 0);
  phone.hangUp();
  expect(await endedCall(account, id)).toMatchObject({
    ...{ type: 'inbound', status: 'ended_by_customer', client_phone_number: '+40721000077' },
    ...{ assistant_phone_number: to, transcript: [{ sender: 'bot', text: 'Mill Inn, good evening.' }] },
  });
});

test('a number without an assistant is rejected, one of nobody is not found', async () => {
  await insertNumber(account);
  const { body } = await account.get('/user/phone-numbers/all');
  const placed = await account.post('/sandbox/calls', { to: body.data.at(-1).phone_number });
  const phone = await openPhone(placed.body.data.media_url);
  expect(await phone.message(({ type }) => type === 'rejected')).toMatchObject({ reason: 'unavailable' });
  await phone.closed;
  expect((await account.post('/sandbox/calls', { to: '+12025550000' })).status).toBe(404);
  const stranger = await server.account();
  expect((await stranger.post('/sandbox/calls', { to: body.data[0].phone_number })).status).toBe(404);
  expect((await account.post('/sandbox/calls', { from: '12', to: body.data[0].phone_number })).status).toBe(
    400,
  );
  await expect(openPhone(`${placed.body.data.media_url}x`)).rejects.toThrow('404');
});

test('an outbound call reaches a person of the sandbox, who talks', async () => {
  const { id: assistant_id } = await outboundAssistant(account, {
    initial_message: 'Hello, this is the mill.',
  });
  const id = await makeCall(account, { assistant_id, phone_number: '+40721000007' });
  const call = await endedCall(account, id);
  expect(call).toMatchObject({
    status: 'ended_by_customer',
    answered_by: expect.anything(),
    total_cost: 0.1,
  });
});

test.each([
  ['+40721000001', 'busy'],
  ['+40721000005', 'failed'],
])('a person of the sandbox who is not reached: %s', async (phone_number, status) => {
  const { id: assistant_id } = await outboundAssistant(account);
  const id = await makeCall(account, { assistant_id, phone_number });
  expect(await endedCall(account, id)).toMatchObject({ status, total_cost: 0 });
});
