import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabaseProxy } from '../../test/kit/database-proxy.ts';
import { eventually } from '../../test/kit/eventually.ts';
import { silentLog } from '../../test/kit/silent-log.ts';
import { cloneDatabase, type TestDatabase } from '../../test/kit/test-server.ts';
import { systemClock } from '../core/clock.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { startProcessRegistry } from './process-registry.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await cloneDatabase();
  database = openDatabase(own.connection, () => undefined);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

type Given = Partial<Parameters<typeof startProcessRegistry>[0]>;

const start = (connection = own.connection, given: Given = {}) =>
  startProcessRegistry({
    connection,
    role: 'all',
    callsCampaigns: false,
    clock: systemClock,
    log: silentLog,
    ...given,
  });

/** An entry without a lock, last seen at the given moment. */
async function enterSilent(seen: string): Promise<string> {
  const id = randomUUID();
  await database.query(
    `insert into processes (id, role, host, pid, beat_at) values ($1, 'all', 'x', 1, clock_timestamp() + $2::interval)`,
    [id, seen],
  );
  return id;
}

const isEntered = async (id: string): Promise<boolean> =>
  (await database.query('select 1 from processes where id = $1', [id])).length > 0;

/** Resolves after this many more heartbeats of the process. */
async function beats(processId: string, count: number): Promise<void> {
  for (let beat = 0; beat < count; beat += 1) {
    const read = async (): Promise<number> => {
      const text = 'select beat_at from processes where id = $1';
      const [row] = await database.query<{ beat_at: Date }>(text, [processId]);
      return row?.beat_at.getTime() ?? 0;
    };
    const before = await read();
    await eventually(read, (now) => now > before);
  }
}

test('a process keeps its jobs during a short disconnection and loses them when it stays silent', async () => {
  const registry = await start();
  const blinking = await enterSilent('1 hour');
  const dead = await enterSilent('-3 seconds');
  await eventually(
    () => isEntered(dead),
    (is) => !is,
  );
  await beats(registry.processId, 2);
  expect(await isEntered(blinking)).toBe(true);
  await registry.stop();
  expect(await isEntered(registry.processId)).toBe(false);
});

test('removes a dead process and enqueues its cleanup in one transaction', async () => {
  await database.script('create table orders (number int)');
  let tries = 0;
  const registry = await start(own.connection, {
    role: 'api',
    afterDeaths: async (orders) => {
      tries += 1;
      await orders.query('insert into orders values ($1)', [tries]);
      if (tries === 1) throw new Error('connection lost');
    },
  });
  const dead = await enterSilent('-3 seconds');
  await eventually(
    async () => tries,
    (count) => count === 1,
  );
  expect(await isEntered(dead)).toBe(true);
  await eventually(
    () => isEntered(dead),
    (is) => !is,
    20_000,
  );
  expect(await database.query('select number from orders')).toEqual([{ number: 2 }]);
  await registry.stop();
});

test('a process registers again after a lost connection and after it was declared dead', async () => {
  const proxy = await startDatabaseProxy(own.connection);
  const registry = await start(proxy.connection);
  await registry.addWorkerPool('pool');
  await proxy.cut();
  await database.query('delete from processes where id = $1', [registry.processId]);
  await proxy.restore();
  const alive = async (): Promise<boolean> => {
    const text = `select is_process_alive($1) and exists (select from processes where worker_pool_ids = '{pool}') as alive`;
    const [row] = await database.query<{ alive: boolean }>(text, [registry.processId]);
    return row?.alive ?? false;
  };
  await eventually(alive, (is) => is);
  await database.query('delete from processes where id = $1', [registry.processId]);
  await eventually(alive, (is) => is);
  await registry.stop();
  await proxy.close();
});

test('an unreachable database does not block shutdown', async () => {
  const proxy = await startDatabaseProxy(own.connection);
  const registry = await start(proxy.connection);
  proxy.freeze();
  await registry.stop();
  await proxy.close();
});
