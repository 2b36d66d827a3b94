import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { instantClock } from '../../test/kit/clocks.ts';
import { eventually } from '../../test/kit/eventually.ts';
import { silentLog } from '../../test/kit/silent-log.ts';
import { cloneDatabase, type TestDatabase } from '../../test/kit/test-server.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { startNotificationListener } from './notification-listener.ts';

let own: TestDatabase;
let database: Database;
let other: Database;
const CHANNELS = ['parley_one', 'parley_two'] as const;
const notified: string[] = [];

beforeAll(async () => {
  own = await cloneDatabase();
  other = openDatabase(own.connection, () => undefined);
});
beforeEach(() => {
  notified.length = 0;
  database = openDatabase(own.connection, () => undefined);
});
afterEach(() => database.close());
afterAll(async () => {
  await other.close();
  await own.drop();
});

const start = () =>
  startNotificationListener({
    database,
    log: silentLog,
    clock: instantClock(),
    channels: Object.fromEntries(
      CHANNELS.map((channel) => [channel, (payload) => void notified.push(`${channel} ${payload}`)]),
    ),
    onReconnect: () => void notified.push('reconnected'),
  });
const breakListeners = () =>
  other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen %'`,
  );
const heard = async (payload: string): Promise<void> => {
  for (const channel of CHANNELS) {
    await eventually(
      () => other.query('select pg_notify($1, $2)', [channel, payload]),
      () => notified.includes(`${channel} ${payload}`),
    );
  }
};

test('reconnects after its connection broke, and leaves no connection behind', async () => {
  const listener = await start();
  await heard('before');
  expect(notified).not.toContain('reconnected');
  await breakListeners();
  await heard('after');
  expect(notified).toContain('reconnected');
  await listener.stop();
  expect(database.pool.totalCount).toBe(0);
});

test('leaves no connection behind when stopped while reconnecting', async () => {
  const listener = await start();
  const stopped = new Promise<void>((resolve, reject) => {
    database.pool.once('acquire', () => void listener.stop().then(resolve, reject));
  });
  await breakListeners();
  await stopped;
  const left = database.pool.totalCount;
  await breakListeners();
  expect(left).toBe(0);
});
