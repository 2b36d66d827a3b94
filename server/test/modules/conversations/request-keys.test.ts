import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { customerPhone, customerWrites, sandboxSender, sendFreeform } from '../../kit/messaging.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Answer, Client, TestServer } from '../../kit/test-server.ts';

const KEY = { 'idempotency-key': 'mine' };
const TO = '+40721234567';

let server: TestServer;
let account: Client;
beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  account = await server.account();
});

/** Deletes stored responses, as after a server error, and ages stored requests by a day. */
async function passDay(table: 'sms_messages' | 'received_messages' | 'messages'): Promise<void> {
  await server.database.query('delete from idempotency_keys');
  await server.database.query(
    `update ${table} set created_at = created_at - interval '24 hours' where user_id = $1`,
    [account.userId],
  );
}

function expectOtherRequest(answer: Answer): void {
  expect(answer.status, answer.text).toBe(422);
  expect(answer.text).toContain('This Idempotency-Key was used with a different request.');
}

describe('an SMS', () => {
  const send = async (from: number, body: string) => account.post('/user/sms', { from, to: TO, body }, KEY);

  test('under a key from the day before is sent', async () => {
    const from = await insertNumber(account);
    const first = await send(from, 'Good day');
    expect(first.status, first.text).toBe(201);
    await passDay('sms_messages');
    const second = await send(from, 'Another day');
    expect(second.status, second.text).toBe(201);
    expect(second.body.data.id).not.toBe(first.body.data.id);
    expect(second.body.data.body).toBe('Another day');
    expect((await account.get('/user/sms')).body.total).toBe(2);
  });

  test('under the key of another SMS is refused, even after a server error', async () => {
    const from = await insertNumber(account);
    expect((await send(from, 'sandbox:unknown')).status).toBe(503);
    expectOtherRequest(await send(from, 'Something else'));
    expect((await send(from, 'sandbox:unknown')).status).toBe(503);
    expect((await account.get('/user/sms')).body.total).toBe(1);
  });
});

describe('a message to a customer', () => {
  test('under the key of another message is refused, even after a server error', async () => {
    const sender = await sandboxSender(account);
    const from = customerPhone();
    const { data } = (await customerWrites(account, sender.id, { from })).body;
    const to = { sender_id: sender.id, recipient_phone: from };
    expect((await sendFreeform(account, { ...to, message: 'sandbox:unknown' }, KEY)).status).toBe(503);
    expectOtherRequest(await sendFreeform(account, { ...to, message: 'Something else' }, KEY));
    const path = `/user/conversations/${data.conversation_uuid}/messages`;
    expectOtherRequest(await account.post(path, { message: 'sandbox:unknown' }, KEY));
  });
});

describe('a message of a sandbox customer', () => {
  const write = (senderId: number, from: string, message: string): Promise<Answer> =>
    account.post(`/sandbox/msgapp/senders/${senderId}/inbound`, { from, message }, KEY);

  test('under a key from the day before arrives', async () => {
    const sender = await sandboxSender(account);
    const from = customerPhone();
    const first = (await write(sender.id, from, 'Hello?')).body.data;
    await passDay('received_messages');
    const second = (await write(sender.id, from, 'Are you there?')).body.data;
    expect(second.message_id).not.toBe(first.message_id);
    const path = `/user/msgapp/conversations/${first.conversation_id}/messages`;
    const { data } = (await account.get(path)).body;
    expect(data.map(({ content }: { content: string }) => content)).toEqual(['Hello?', 'Are you there?']);
  });

  test('under the key of another message is refused, even if the first response was lost', async () => {
    const sender = await sandboxSender(account);
    const from = customerPhone();
    const first = await write(sender.id, from, 'Hello?');
    await server.database.query('delete from idempotency_keys');
    expectOtherRequest(await write(sender.id, from, 'Something else'));
    expect((await write(sender.id, from, 'Hello?')).body).toEqual(first.body);
  });
});

describe('a visitor’s message', () => {
  async function open(): Promise<(message: string) => Promise<Answer>> {
    const assistant = await createAssistant(account);
    const opened = await server.visitor.post('/conversations', { assistant_id: assistant['uuid'] });
    const path = `/conversations/${opened.body.conversation_id}/messages`;
    return (message) => server.visitor.post(path, { message }, KEY);
  }

  test('under the key of another message is refused', async () => {
    const write = await open();
    const first = await write('Hello?');
    expect(first.status, first.text).toBe(200);
    expect((await write('Hello?')).body).toEqual(first.body);
    expectOtherRequest(await write('Something else'));
  });

  test('under a key from the day before is answered', async () => {
    const write = await open();
    await write('Hello?');
    await passDay('messages');
    expect((await write('Something else')).status).toBe(200);
    const questions = await server.database.query(
      `select content from messages where user_id = $1 and role = 'user' order by id`,
      [account.userId],
    );
    expect(questions).toEqual([{ content: 'Hello?' }, { content: 'Something else' }]);
  });
});
