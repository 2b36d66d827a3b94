import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WORKING_CONNECTIONS } from '../../src/compose/jobs.ts';
import {
  embedKnowledgebaseJob,
  ingestDocumentJob,
  sweepKnowledgeJob,
} from '../../src/modules/knowledge/jobs.ts';
import { enqueue } from '../../src/work/define-job.ts';
import { createAssistant } from '../kit/assistants.ts';
import { endOf, eventsOf, untilEnded, type WatchedTime, watchedTime } from '../kit/ended-conversations.ts';
import { openConversation } from '../kit/events.ts';
import { eventually } from '../kit/eventually.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';

let time: WatchedTime;
let server: TestServer;
/** Holds the locks that jobs wait for. */
let holder: pg.Client;

beforeAll(async () => {
  time = watchedTime();
  server = await startTestServer({ overrides: time.overrides });
  holder = new pg.Client(server.testDatabase.connection);
  await holder.connect();
});
afterEach(() => holder.query('rollback'));
afterAll(async () => {
  await holder.end();
  await server.stop();
});

const missing = { userId: 1, documentId: 1, knowledgebaseId: 1, run: 1 };

async function untilBlocked(jobs: number): Promise<void> {
  // Not asked by the holder: its transaction would never see a connection that was opened after it first asked.
  await eventually(
    () =>
      server.database.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    ([row]) => (row?.waiting ?? 0) >= jobs,
  );
}

test('conversations end and are evaluated while jobs of other kinds hang in the database', async () => {
  const account = await server.account();
  const talkOf = async (conversation_inactivity_timeout: number): Promise<string> =>
    openConversation(server.visitor, await createAssistant(account, { conversation_inactivity_timeout }));
  const [first, second] = [await talkOf(1), await talkOf(60)];
  const [firstEnd, secondEnd] = [await endOf(server, first, 1), await endOf(server, second, 60)];
  await holder.query('begin');
  await holder.query('lock table documents, knowledgebases in access exclusive mode');
  for (let number = 0; number < 8; number += 1) {
    await enqueue(server.database, ingestDocumentJob, { payload: missing });
  }
  await untilBlocked(8);
  time.reach(firstEnd);
  await untilEnded(server, first, { time });
  expect(await eventsOf(time, first)).toHaveLength(1);

  // All job connections are waiting now.
  for (let number = 0; number < 4; number += 1) {
    await enqueue(server.database, embedKnowledgebaseJob, { payload: missing });
    await enqueue(server.database, sweepKnowledgeJob, { payload: {} });
  }
  await untilBlocked(WORKING_CONNECTIONS);
  time.reach(secondEnd);
  await untilEnded(server, second, { time });
});
