import { beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let uuid: string;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  uuid = await opened('test');
});

async function opened(type: string): Promise<string> {
  const { uuid: assistant_id } = await createAssistant(account, {
    initial_message: 'Mill Inn, good evening.',
  });
  const { body, text } = await account.post('/conversations', { assistant_id, type });
  expect(body.status, text).toBe(true);
  return body.conversation_id;
}

const say = (message: string) => account.post(`/conversations/${uuid}/messages`, { message });
const texts = async (): Promise<string[]> => {
  const { body } = await account.get(`/conversations/${uuid}`);
  return body.history.map((one: { content?: string; message?: string }) => one.content ?? one.message);
};
const rewind = (keep: unknown, of = uuid) =>
  account.post(`/user/conversations/${of}/rewind`, { keep_messages: keep });

test('a test conversation is rewound and continues from there', async () => {
  await say('When is breakfast?');
  const before = await texts();
  await say('And dinner?');
  expect((await texts()).length).toBe(before.length + 2);
  const calls = await server.database.query('select from model_calls where user_id = $1', [account.userId]);
  const { status, body } = await rewind(before.length);
  expect([status, body.data]).toEqual([200, { id: uuid, message_count: before.length }]);
  expect(await texts()).toEqual(before);
  // Model usage is not undone.
  expect(
    await server.database.query('select from model_calls where user_id = $1', [account.userId]),
  ).toHaveLength(calls.length);
  await say('Where is the mill?');
  expect((await texts()).at(before.length)).toBe('Where is the mill?');
  expect((await rewind(0)).body.data.message_count).toBe(0);
  expect(await texts()).toEqual([]);
});

test('keeping more messages than exist keeps all', async () => {
  await say('Hello');
  const before = await texts();
  expect((await rewind(1000)).body.data.message_count).toBe(before.length);
  expect(await texts()).toEqual(before);
});

test('a rewind during a reply is refused', async () => {
  await say('Hello again');
  const before = await texts();
  await server.database.query(
    `insert into turns (message_id, user_id, conversation_id, process_id)
     select max(id), user_id, conversation_id, $2 from messages
     where conversation_id = (select id from conversations where uuid = $1) group by user_id, conversation_id`,
    [uuid, server.dependencies.conversations.processId],
  );
  expect((await rewind(0)).status).toBe(409);
  expect(await texts()).toEqual(before);
});

test('conversations of visitors and other accounts cannot be rewound', async () => {
  expect((await rewind(0, await opened('widget'))).status).toBe(409);
  const otherAccount = await server.account();
  const answer = await otherAccount.post(`/user/conversations/${uuid}/rewind`, { keep_messages: 0 });
  expect(answer.status).toBe(404);
  expect((await rewind(-1)).status).toBe(422);
});

test('deleting a message scans no referencing table', async () => {
  const unindexed = await server.database.query(
    `select conrelid::regclass || '.' || attname as reference
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = 'messages'::regclass and not exists (
       select from pg_index where indrelid = conrelid and indkey[0] = attnum)`,
  );
  // This table has one row for each waiting customer.
  expect(unindexed).toEqual([{ reference: 'pending_answers.message_id' }]);
});
