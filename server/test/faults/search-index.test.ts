import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { indexQueued } from '../../src/modules/search/index/index-sources.ts';
import { eventually } from '../kit/eventually.ts';
import { olderInstallation } from '../kit/older-installation.ts';
import { sized } from '../kit/run-size.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { silentLog } from '../kit/silent-log.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';

const CALLS = sized({ gate: 1500, nightly: 20_000 });

/** A server of the API without background jobs, so that nothing is indexed before another process starts. */
let front: TestServer;
let account: Client;
let running: ServerProcess[] = [];

beforeEach(async () => {
  front = await startTestServer({
    environment: { PARLEY_ROLE: 'api', DATABASE_URL: 'postgres://127.0.0.1:1/none' },
  });
  account = await front.account();
});
afterEach(async () => {
  for (const one of running) await one.kill();
  running = [];
  await front.stop();
});

async function start(): Promise<ServerProcess> {
  const started = await startServerProcess(front.testDatabase.connection);
  running.push(started);
  return started;
}

async function count(sql: string): Promise<number> {
  const [row] = await front.database.query<{ count: number }>(`select count(*)::int as count from ${sql}`);
  return row?.count ?? 0;
}

/** Calls as in an installation before the upgrade. */
async function insertCalls(): Promise<void> {
  await front.database.query(
    `with made as (
       insert into calls (user_id, type, status, ringing_time_ms, variables, answered_at, ended_at, end_reason, recorded_at)
       select $1, 'web', 'completed', 1, '{}', clock_timestamp(), clock_timestamp(), 'x', clock_timestamp()
       from generate_series(1, $2::int) returning id)
     insert into call_transcript (user_id, call_id, sender, content, said_at)
     select $1, id, 'human', 'parcel number ' || id, clock_timestamp() from made`,
    [account.userId, CALLS],
  );
  await front.database.script(`delete from search_queue;
    insert into search_backlog (kind, before_id) select 'call', max(id) + 1 from calls`);
}

test('kill -9 while the backlog is indexed, then two processes: every call is found once', async () => {
  await insertCalls();
  const first = await start();
  await eventually(
    () => count('search_documents'),
    (indexed) => indexed > 0,
    120_000,
  );
  await first.kill();
  expect(await count('search_documents')).toBeLessThan(CALLS);
  expect((await count('search_queue')) + (await count('search_backlog'))).toBeGreaterThan(0);
  await Promise.all([start(), start()]);
  await eventually(
    async () => (await count('search_queue')) + (await count('search_backlog')),
    (waiting) => waiting === 0,
    120_000,
  );
  expect(await count('search_documents')).toBe(CALLS);
  const [last] = await front.database.query<{ id: number }>('select max(id) as id from calls');
  const { body } = await account.get(
    `/user/search/content?q=${encodeURIComponent(`"parcel number ${last?.id}"`)}`,
  );
  expect(body.data.map(({ id }: { id: string }) => Number(id))).toEqual([last?.id]);
});

test('after an upgrade, new calls are indexed before existing ones', async () => {
  const { database, migrateBefore } = await olderInstallation();
  await migrateBefore('0150_search_documents.sql');
  const [user] = await database.query<{ id: number }>(
    `insert into users (name, email) values ('Ada', 'ada@example.com') returning id`,
  );
  const insertCall = async (endedAt: string | null): Promise<number | undefined> => {
    const [row] = await database.query<{ id: number }>(
      `insert into calls (user_id, type, status, ringing_time_ms, variables, answered_at, ended_at, end_reason)
       select $1, 'web', case when $2::timestamptz is null then 'in-progress' else 'completed' end, 1, '{}',
         clock_timestamp(), $2, 'x' returning id`,
      [user?.id, endedAt],
    );
    return row?.id;
  };
  const older = await insertCall('2026-01-01');
  const old = await insertCall('2026-01-01');
  const deleted = await insertCall('2026-01-01');
  await database.query('update calls set deleted_at = clock_timestamp() where id = $1', [deleted]);
  await insertCall(null);
  await migrate(database);
  const fresh = await insertCall('2026-01-02');
  await indexQueued({ database, log: silentLog }, new AbortController().signal);
  const documents = await database.query<{ sourceId: number }>(
    'select source_id as "sourceId" from search_documents order by id',
  );
  // One batch indexes its sources in order of id.
  expect(documents[0]?.sourceId).toBe(fresh);
  expect(documents.slice(1).map(({ sourceId }) => sourceId)).toEqual([older, old]);
});
