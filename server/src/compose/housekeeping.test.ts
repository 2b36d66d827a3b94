import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/kit/test-server.ts';
import { systemClock } from '../core/clock.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { housekeepingHandler } from './housekeeping.ts';

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

test('removes the counters of windows that are over, whatever their length, and no other', async () => {
  const limiter = createRateLimiter(database, systemClock);
  await limiter.takeFromBudget('minute', 5, 60_000);
  await limiter.takeFromBudget('day', 5, 86_400_000);
  await database.query(
    `insert into rate_counters (key, window_number, used, expires_at)
     values ('over', 1, 1, clock_timestamp() - interval '2 hours')`,
  );
  const attempt = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
  await housekeepingHandler(database).run({}, attempt);
  const left = await database.query<{ key: string }>('select key from rate_counters order by key');
  expect(left.map(({ key }) => key)).toEqual(['day', 'minute']);
});
