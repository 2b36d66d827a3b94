import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { AccountReads } from '../../../src/http/account-reads.ts';
import { StreamedAnswer } from '../../../src/http/route.ts';
import { eventually } from '../../kit/eventually.ts';
import { endsWithTest } from '../../kit/left-running.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Answer, Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let other: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  other = await server.account();
});

/** Locks the calls table: reads wait until the returned function is called, or the test ends. */
async function holdCalls(): Promise<() => Promise<void>> {
  const client = new pg.Client(server.testDatabase.connection);
  client.on('error', () => undefined);
  await client.connect();
  endsWithTest(() => client.end());
  await client.query('begin');
  await client.query('lock table calls in access exclusive mode');
  return async () => void (await client.query('rollback'));
}

/** SQL condition: reads of statistics that wait. The server's own loops wait for the table, too. */
const IS_WAITING = `datname = current_database() and wait_event_type = 'Lock' and query like '%with span as%'`;

const waitingStatements = async (): Promise<number> => {
  const [row] = await server.database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where ${IS_WAITING}`,
  );
  return row?.count ?? 0;
};

test('slow reports of one account do not block other accounts or the health check', async () => {
  const release = await holdCalls();
  const slow = Array.from({ length: 20 }, (): Promise<Answer> => account.get('/user/statistics'));
  // Half of the eight slots.
  await eventually(waitingStatements, (count) => count === 4);
  for (let count = 0; count < 5; count += 1) expect((await other.get('/user/me')).status).toBe(200);
  expect((await server.visitor.get('/health')).status).toBe(200);
  expect(await waitingStatements()).toBe(4);
  await release();
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 200));
});

test('answers a statement timeout with 503 and a reason', async () => {
  const release = await holdCalls();
  const asked = account.get('/user/statistics');
  await eventually(waitingStatements, (count) => count === 1);
  // The statement fails as at its timeout.
  await server.database.query(`select pg_cancel_backend(pid) from pg_stat_activity where ${IS_WAITING}`);
  const answer = await asked;
  expect(answer.status).toBe(503);
  expect(answer.body).toEqual({ message: expect.stringContaining('took too long') });
  expect(answer.headers.get('retry-after')).toBe('60');
  await release();
});

test('answers 503 with a reason if a request waits too long for its account’s other requests', async () => {
  const reads = new AccountReads({ atOnce: 2, patienceMs: 0 });
  const request = { signal: new AbortController().signal };
  const held = Promise.withResolvers<void>();
  const first = reads.answer({ request, route: { method: 'GET' }, userId: 1 }, () => held.promise);
  const second = reads.answer({ request, route: { method: 'GET' }, userId: 1 }, async () => 'too late');
  await expect(second).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 });
  expect(await reads.answer({ request, route: { method: 'GET' }, userId: 2 }, async () => 'at once')).toBe(
    'at once',
  );
  expect(await reads.answer({ request, route: { method: 'POST' }, userId: 1 }, async () => 'ungated')).toBe(
    'ungated',
  );
  const elsewhere = { method: 'GET', holdsNoConnection: true } as const;
  expect(await reads.answer({ request, route: elsewhere, userId: 1 }, async () => 'a vendor’s')).toBe(
    'a vendor’s',
  );
  held.resolve();
  await first;
});

test('a request that is disconnected while it waits fails as unavailable', async () => {
  const reads = new AccountReads({ atOnce: 2, patienceMs: 60_000 });
  const gone = new AbortController();
  const route = { method: 'GET' } as const;
  const held = Promise.withResolvers<void>();
  const stays = { signal: new AbortController().signal };
  const first = reads.answer({ request: stays, route, userId: 1 }, () => held.promise);
  const second = reads.answer({ request: gone, route, userId: 1 }, async () => 'too late');
  gone.abort();
  await expect(second).rejects.toMatchObject({ code: 'unavailable' });
  held.resolve();
  await first;
});

test('chunks of a file take turns with other reads of the account', async () => {
  const reads = new AccountReads({ atOnce: 2, patienceMs: 0 });
  const request = { signal: new AbortController().signal };
  const pieces = async function* (): AsyncGenerator<string> {
    yield 'a';
    yield 'b';
  };
  const asked = { request, route: { method: 'GET' }, userId: 1 } as const;
  const answer = await reads.answer(
    asked,
    async () => new StreamedAnswer({ contentType: 'text/csv', filename: 'x.csv', pieces: pieces() }),
  );
  const held = Promise.withResolvers<void>();
  const other = reads.answer(asked, () => held.promise);
  if (!(answer instanceof StreamedAnswer)) throw new Error('The answer is not a stream.');
  const read = answer.pieces[Symbol.asyncIterator]();
  const next = read.next();
  expect(await Promise.race([next, Promise.resolve('waits')])).toBe('waits');
  held.resolve();
  await other;
  expect((await next).value).toBe('a');
  expect((await read.next()).value).toBe('b');
  expect((await read.next()).done).toBe(true);
});
