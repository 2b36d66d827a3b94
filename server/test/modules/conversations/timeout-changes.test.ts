import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { watchedTime } from '../../kit/ended-conversations.ts';
import { openConversation } from '../../kit/events.ts';
import { eventually } from '../../kit/eventually.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

/** More than two batches. */
const CONVERSATIONS = 2500;

/** Serves requests without background work. */
let front: TestServer;
let account: Client;

beforeAll(async () => {
  front = await startTestServer({
    environment: { PARLEY_ROLE: 'api', DATABASE_URL: 'postgres://127.0.0.1:1/none' },
  });
  account = await front.account();
});
afterAll(() => front.stop());

/** Inserts conversations of an assistant whose last message is this many minutes old. */
async function insertConversations(assistantId: number, minutesAgo: number): Promise<void> {
  await front.database.query(
    `insert into conversations (user_id, assistant_id, type, active_at)
     select $1, $2, 'widget', clock_timestamp() - make_interval(mins => $3) from generate_series(1, $4)`,
    [account.userId, assistantId, minutesAgo, CONVERSATIONS],
  );
}

/** Number of an assistant's conversations matching a condition. */
async function count(assistantId: number, condition: string): Promise<number> {
  const [row] = await front.database.query<{ count: number }>(
    `select count(*)::int as count from conversations where assistant_id = $1 and ${condition}`,
    [assistantId],
  );
  return row?.count ?? 0;
}

const put = (id: number, conversation_inactivity_timeout: number) =>
  account.put(`/user/assistant/${id}`, { conversation_inactivity_timeout });

test('a shorter timeout is stored by the request and applied to all conversations by the loop', async () => {
  const assistant = await createAssistant(account, { conversation_inactivity_timeout: 1440 });
  await insertConversations(assistant.id, 90);
  await insertConversations(assistant.id, 30);
  const open = await openConversation(front.visitor, assistant);
  const holder = new pg.Client(front.testDatabase.connection);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from conversations where assistant_id = $1 for update', [assistant.id]);
  // The request neither waits for conversations nor updates them.
  for (const minutes of [120, 60]) expect((await put(assistant.id, minutes)).status).toBe(200);
  await holder.query('rollback');
  await holder.end();
  const day = `end_check_at = active_at + interval '1440 minutes'`;
  expect(await count(assistant.id, day)).toBe(2 * CONVERSATIONS + 1);

  const worker = await startTestServer({ beside: front.testDatabase, overrides: watchedTime().overrides });
  await eventually(
    () => count(assistant.id, 'ended_at is not null'),
    (ended) => ended === CONVERSATIONS,
  );
  const [change] = await front.database.query<{ latest: Date; earliest: Date }>(
    `select max(ended_at) as latest, min(ended_at) as earliest from conversations where assistant_id = $1`,
    [assistant.id],
  );
  expect(change?.earliest).toEqual(change?.latest);
  // Active ones end at the new timeout.
  const hour = `ended_at is null and end_check_at = active_at + interval '60 minutes'`;
  await eventually(
    () => count(assistant.id, hour),
    (waiting) => waiting === CONVERSATIONS + 1,
  );
  await eventually(
    () => front.database.query('select from timeout_changes'),
    ({ length }) => length === 0,
  );
  await worker.stop();
  expect((await account.get(`/user${open}`)).body.data.status).toBe('active');
});

test('a change that is reverted ends no conversation', async () => {
  const assistant = await createAssistant(account, { conversation_inactivity_timeout: 1440 });
  await insertConversations(assistant.id, 90);
  for (const minutes of [60, 1440]) await put(assistant.id, minutes);
  const worker = await startTestServer({ beside: front.testDatabase, overrides: watchedTime().overrides });
  await eventually(
    () => front.database.query('select from timeout_changes'),
    ({ length }) => length === 0,
  );
  await worker.stop();
  expect(await count(assistant.id, 'ended_at is null')).toBe(CONVERSATIONS);
});
