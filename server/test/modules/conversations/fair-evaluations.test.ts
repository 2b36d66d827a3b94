import { afterAll, beforeAll, expect, test } from 'vitest';
import { endDueConversations } from '../../../src/modules/conversations/endings/end-due.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { manualClock } from '../../kit/clocks.ts';
import { openConversation } from '../../kit/events.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  // No process runs jobs here, so that their order stays visible.
  const environment = { PARLEY_ROLE: 'api', DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  server = await startTestServer({ environment });
});
afterAll(() => server.stop());

async function endConversations(account: Client, count: number): Promise<void> {
  const assistant = await createAssistant(account, { conversation_inactivity_timeout: 1 });
  for (let made = 0; made < count; made += 1) await openConversation(server.visitor, assistant);
  const { database } = server;
  const clock = manualClock(new Date(Date.now() + 61_000));
  await endDueConversations({ database, clock }, new AbortController().signal);
}

test('evaluations of an account with many ended conversations do not delay others', async () => {
  const [busy, quiet] = [await server.account(), await server.account()];
  await endConversations(busy, 3);
  await endConversations(busy, 2);
  await endConversations(quiet, 1);
  const order = await server.database.query<{ user_id: number; priority: number }>(
    `select (payload ->> 'userId')::bigint as user_id, priority from graphile_worker._private_jobs
     where key like 'evaluate-end-%' order by priority, id`,
  );
  expect(order.map(({ priority }) => priority)).toEqual([0, 0, 1, 2, 3, 4]);
  expect(order.slice(0, 2).map(({ user_id }) => user_id)).toEqual([busy.userId, quiet.userId]);
});
