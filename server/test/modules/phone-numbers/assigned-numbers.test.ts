import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  account = await server.account();
});

const assign = (number: number | string, assistant: unknown) =>
  account.put(`/user/assistants/phone-numbers/${number}`, { assistant_id: assistant });
const stored = async ({ id }: { id: number }) => (await account.get(`/user/assistant/${id}`)).body.data;

test('gives a number to an assistant and activates it', async () => {
  const number = await insertNumber(account);
  const desk = await createAssistant(account, { name: 'Front desk' });
  const { status, body } = await assign(number, desk.id);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      message: 'Phone number assigned successfully.',
      data: {
        phone_number_id: number,
        assistant_id: desk.id,
        previous_assistant_id: null,
        previous_phone_number_id: null,
      },
    },
  });
  expect(await stored(desk)).toMatchObject({ phone_number_id: number, status: 'active' });
  // The full list is cached text, which must follow.
  expect((await account.get('/user/assistants')).body[0]).toMatchObject({ phone_number_id: number });
});

test('moves a number between assistants, and says what each of them lost', async () => {
  const [first, second] = [await insertNumber(account), await insertNumber(account)];
  const desk = await createAssistant(account, { phone_number_id: first });
  const sales = await createAssistant(account, { phone_number_id: second });
  const caller = await createAssistant(account, { type: 'outbound', phone_number_id: first });
  expect((await assign(first, sales.id)).body.data).toEqual({
    phone_number_id: first,
    assistant_id: sales.id,
    previous_assistant_id: desk.id,
    previous_phone_number_id: second,
  });
  expect((await stored(desk)).phone_number_id).toBeNull();
  expect((await stored(sales)).phone_number_id).toBe(first);
  expect((await stored(caller)).phone_number_id).toBe(first);
  // The same assignment again loses nothing.
  expect((await assign(first, sales.id)).body.data).toMatchObject({
    previous_assistant_id: null,
    previous_phone_number_id: null,
  });
  expect((await assign(first, null)).body.data).toMatchObject({
    assistant_id: null,
    previous_assistant_id: sales.id,
  });
  expect((await stored(sales)).phone_number_id).toBeNull();
  expect((await stored(caller)).phone_number_id).toBe(first);
});

test('refuses assistants and numbers that cannot take calls, and those of other accounts', async () => {
  const other = await server.account();
  const foreign = await createAssistant(other);
  const number = await insertNumber(account);
  const callerId = await insertNumber(account, 'caller_id');
  const outbound = await createAssistant(account, { type: 'outbound' });
  const desk = await createAssistant(account);
  const deleted = await createAssistant(account);
  await account.delete(`/user/assistant/${deleted.id}`);
  for (const id of [outbound.id, foreign.id, deleted.id, 99_999_999]) {
    const { status, body } = await assign(number, id);
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: { assistant_id: ['Choose an inbound assistant of this account.'] },
    });
  }
  expect((await assign(callerId, desk.id)).body.errors).toEqual({
    assistant_id: ['A Caller ID number cannot receive calls.'],
  });
  expect((await account.put(`/user/assistants/phone-numbers/${number}`, {})).status).toBe(422);
  for (const id of [await insertNumber(other), 99_999_999, 'none']) {
    const { status, body } = await assign(id, desk.id);
    expect({ status, body }).toEqual({ status: 404, body: { error: 'Phone number not found.' } });
  }
  expect(await stored(desk)).toMatchObject({ phone_number_id: null, status: 'inactive' });
});

test('leaves each number with one assistant when many requests cross', async () => {
  const numbers = [await insertNumber(account), await insertNumber(account)] as const;
  const desk = await createAssistant(account, { phone_number_id: numbers[0] });
  const sales = await createAssistant(account, { phone_number_id: numbers[1] });
  const crossing = Array.from({ length: 6 }, (_, index) =>
    index % 2 === 0
      ? [assign(numbers[0], sales.id), assign(numbers[1], desk.id)]
      : [assign(numbers[1], sales.id), assign(numbers[0], desk.id)],
  ).flat();
  expect((await Promise.all(crossing)).map(({ status }) => status)).toEqual(crossing.map(() => 200));
  const held = [await stored(desk), await stored(sales)].map((one) => one.phone_number_id);
  const answered = held.filter((id) => id !== null);
  expect(answered.length).toBeGreaterThan(0);
  expect(new Set(answered).size).toBe(answered.length);
});
