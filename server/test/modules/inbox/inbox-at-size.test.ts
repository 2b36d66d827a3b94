import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InboxView } from '#contract/inbox.ts';
import type { Executor } from '../../../src/db/client.ts';
import { readInboxPage } from '../../../src/modules/conversations/inbox/inbox-page.ts';
import { readChoices, readCounts } from '../../../src/modules/inbox/store.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { ownerOf, type Teammate } from '../../kit/teammates.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

const CLOSED = 30_000;
const OPEN = 300;

let server: TestServer;
let account: Client;
let owner: Teammate;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
  owner = await ownerOf(server, account);
  const { id } = await createAssistant(account);
  await server.database.query(
    `insert into conversations (user_id, assistant_id, type, variables, message_count, ai_enabled, inbox_status, tags,
       assigned_person_id, waiting_since)
     select $1, $2, 'widget', '{}', 4, n <= $3 or n % 3 > 0, case when n <= $3 then 'closed' else 'open' end,
       array['tag ' || n % 7], case when n <= $3 or n % 3 = 0 then $5::bigint end,
       case when n > $3 and n % 3 = 1 then clock_timestamp() end
     from generate_series(1, $3::int + $4::int) as n`,
    [account.userId, id, CLOSED, OPEN, owner.id],
  );
  await server.database.script('analyze');
});
afterAll(() => server.stop());

interface Node {
  'Relation Name'?: string;
  Alias?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** Runs statements and counts the conversations that they read. */
function counting(): { executor: Executor; read: () => number } {
  let read = 0;
  const add = (node: Node): void => {
    if (node['Relation Name'] === 'conversations') {
      read += (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    }
    for (const one of node.Plans ?? []) add(one);
  };
  const query = async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
    const [row] = await server.database.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    if (row !== undefined) add(row['QUERY PLAN'][0].Plan);
    return server.database.query<Row>(text, values);
  };
  return { executor: { ...server.database, query }, read: () => read };
}

test('counting reads at most 10,000 closed conversations, however many there are', async () => {
  const { executor, read } = counting();
  expect(await readCounts(executor, account.userId, owner.id)).toEqual({
    mine: 100,
    unassigned: 100,
    all: OPEN,
    snoozed: 0,
    closed: 10_000,
    unread: { mine: 0, unassigned: 0 },
  });
  expect(read()).toBeLessThan(10_000 + 3 * OPEN);
});

test('tags are those of the latest 10,000 conversations with tags', async () => {
  const { executor, read } = counting();
  expect((await readChoices(executor, account.userId)).tags).toHaveLength(7);
  expect(read()).toBe(10_000);
});

test.each<[InboxView, number]>([
  ['mine', 100],
  ['unassigned', 100],
  ['all', OPEN],
  ['snoozed', 0],
])('the view %s reads open conversations only', async (view, total) => {
  const { executor, read } = counting();
  const filter = {
    type: null,
    assistantId: null,
    status: null,
    isAiEnabled: null,
    hasOptedOut: null,
    customer: null,
    search: null,
    dateFrom: null,
    dateTo: null,
    view,
    groupId: null,
    tag: null,
  };
  const about = { userId: account.userId, personId: owner.id, filter, cursor: null };
  const page = await readInboxPage(executor, about, { page: 1, perPage: 15 });
  expect(page.total).toBe(total);
  // The rows of the page are read again, with their messages.
  expect(read()).toBeLessThan(OPEN + 20);
});
