import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { passTime } from '../../test/kit/pass-time.ts';
import { cloneDatabase, type TestDatabase } from '../../test/kit/test-server.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { createRateLimiter } from './rate-limit.ts';

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

const WINDOW_MS = 60_000;
let keys = 0;
const newKey = (): string => {
  keys += 1;
  return `key-${keys}`;
};

/** Requests with the time since the previous one and the index of the process that receives them. */
const requests = fc.array(
  fc.record({ gapMs: fc.constantFrom(0, 5000, 10_000, 25_000), process: fc.nat(1) }),
  {
    minLength: 1,
    maxLength: 40,
  },
);
const limits = fc.integer({ min: 1, max: 6 });

describe('a sliding window', () => {
  test('allows exactly the limit of requests in every window', async () => {
    await fc.assert(
      fc.asyncProperty(requests, limits, async (plan, limit) => {
        const clock = manualClock();
        const processes = [createRateLimiter(database, clock), createRateLimiter(database, clock)];
        const key = newKey();
        const passed: number[] = [];
        for (const { gapMs, process } of plan) {
          if (gapMs > 0) await passTime(database, gapMs, clock);
          const nowMs = clock.monotonicMs();
          const before = passed.filter((atMs) => atMs > nowMs - WINDOW_MS);
          const allowance = await processes[process]?.takeFromWindow(key, limit, WINDOW_MS);
          expect(allowance?.isAllowed).toBe(before.length < limit);
          if (before.length < limit) {
            passed.push(nowMs);
            expect(allowance?.remaining).toBe(limit - before.length - 1);
          } else {
            const waitSeconds = ((before[0] ?? 0) + WINDOW_MS - nowMs) / 1000;
            expect([waitSeconds - 1, waitSeconds]).toContain(allowance?.retryAfterSeconds);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('is exact for concurrent requests', async () => {
    const clock = manualClock();
    const processes = [createRateLimiter(database, clock), createRateLimiter(database, clock)];
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => processes[index % 2]?.takeFromWindow(key, 5, WINDOW_MS)),
    );
    expect(answers.filter((answer) => answer?.isAllowed)).toHaveLength(5);
  });
});

describe('a budget', () => {
  test('allows exactly the limit in each window if the limit is below 120', async () => {
    await fc.assert(
      fc.asyncProperty(requests, limits, async (plan, limit) => {
        const clock = manualClock();
        const processes = [createRateLimiter(database, clock), createRateLimiter(database, clock)];
        const key = newKey();
        let window = { endsAtMs: 0, used: 0 };
        for (const { gapMs, process } of plan) {
          if (gapMs > 0) await passTime(database, gapMs, clock);
          const nowMs = clock.monotonicMs();
          if (nowMs >= window.endsAtMs) window = { endsAtMs: nowMs + WINDOW_MS, used: 0 };
          const before = window.used;
          const allowance = await processes[process]?.takeFromBudget(key, limit, WINDOW_MS);
          expect(allowance?.isAllowed).toBe(before < limit);
          if (before < limit) window.used += 1;
          expect(allowance?.remaining).toBe(Math.max(0, limit - before - 1));
          const leftSeconds = (window.endsAtMs - nowMs) / 1000;
          expect([leftSeconds - 1, leftSeconds]).toContain(allowance?.retryAfterSeconds);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('is never exceeded by concurrent requests', async () => {
    for (const limit of [1, 7, 119, 120, 250, 1000]) {
      const clock = manualClock();
      const processes = [createRateLimiter(database, clock), createRateLimiter(database, clock)];
      const key = newKey();
      const answers = await Promise.all(
        Array.from({ length: limit + 40 }, (_, index) =>
          processes[index % 2]?.takeFromBudget(key, limit, WINDOW_MS),
        ),
      );
      const passed = answers.filter((answer) => answer?.isAllowed).length;
      expect(passed).toBeLessThanOrEqual(limit);
      // A process that receives no more requests does not use up its block; this is the cost of fewer database
      // statements.
      expect(passed).toBeGreaterThan(limit - Math.max(1, Math.floor(limit / 60)) * 2);
    }
  });

  test('is shared by processes whose clocks are days apart', async () => {
    const clocks = [manualClock(new Date(Date.now() + 2 * 86_400_000)), manualClock(new Date(0))];
    const processes = clocks.map((clock) => createRateLimiter(database, clock));
    const key = newKey();
    let passed = 0;
    for (let round = 0; round < 12; round += 1) {
      const allowance = await processes[round % 2]?.takeFromBudget(key, 5, WINDOW_MS);
      if (allowance?.isAllowed) passed += 1;
      expect(allowance?.retryAfterSeconds).toBeLessThanOrEqual(60);
    }
    expect(passed).toBe(5);
  });
});

describe('a row written by a clock two days ahead', () => {
  const AHEAD = `clock_timestamp() + interval '2 days'`;

  test('does not use up a sliding window and is overwritten', async () => {
    const key = newKey();
    await database.query(
      `insert into rate_windows (key, stamps, granted_to, expires_at)
       values ($1, array_fill(${AHEAD}, array[5]), gen_random_uuid(), ${AHEAD})`,
      [key],
    );
    const limiter = createRateLimiter(database, manualClock());
    for (let count = 0; count < 5; count += 1) {
      expect((await limiter.takeFromWindow(key, 5, WINDOW_MS)).isAllowed).toBe(true);
    }
    const refused = await limiter.takeFromWindow(key, 5, WINDOW_MS);
    expect(refused.isAllowed).toBe(false);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  test('does not use up a budget and is overwritten', async () => {
    const key = newKey();
    await database.query(
      `insert into rate_counters (key, window_number, used, expires_at) values ($1, 99999999, 120, ${AHEAD})`,
      [key],
    );
    const limiter = createRateLimiter(database, manualClock());
    for (let count = 0; count < 5; count += 1) {
      expect((await limiter.takeFromBudget(key, 5, WINDOW_MS)).isAllowed).toBe(true);
    }
    const refused = await limiter.takeFromBudget(key, 5, WINDOW_MS);
    expect(refused.isAllowed).toBe(false);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
  });
});

test('fails without a database instead of allowing requests', async () => {
  const closed = openDatabase({ ...own.connection, database: 'no_such_database' }, () => undefined);
  const limiter = createRateLimiter(closed, manualClock());
  await expect(limiter.takeFromBudget('x', 5, WINDOW_MS)).rejects.toThrow();
  await expect(limiter.takeFromWindow('x', 5, WINDOW_MS)).rejects.toThrow();
  await closed.close();
});
