import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
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

/** Requests: how long after the one before, and in which of two processes. */
const requests = fc.array(fc.record({ gapMs: fc.integer({ min: 0, max: 25_000 }), process: fc.nat(1) }), {
  minLength: 1,
  maxLength: 40,
});
const limits = fc.integer({ min: 1, max: 6 });

describe('a sliding window', () => {
  test('lets pass exactly what fits: never more in any window, never a refusal below the limit', async () => {
    await fc.assert(
      fc.asyncProperty(requests, limits, async (plan, limit) => {
        const clock = manualClock();
        const processes = [createRateLimiter(database, clock), createRateLimiter(database, clock)];
        const key = newKey();
        const passed: number[] = [];
        for (const { gapMs, process } of plan) {
          clock.advance(gapMs);
          const nowMs = clock.now().getTime();
          const before = passed.filter((atMs) => atMs > nowMs - WINDOW_MS);
          const allowance = await processes[process]?.takeFromWindow(key, limit, WINDOW_MS);
          expect(allowance?.isAllowed).toBe(before.length < limit);
          if (before.length < limit) {
            passed.push(nowMs);
            expect(allowance?.remaining).toBe(limit - before.length - 1);
          } else {
            expect(allowance?.resetAt.getTime()).toBe((before[0] ?? 0) + WINDOW_MS);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('holds against requests at the same moment', async () => {
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
  test('below 120 a window lets pass exactly its limit in each window', async () => {
    await fc.assert(
      fc.asyncProperty(requests, limits, async (plan, limit) => {
        const clock = manualClock();
        const processes = [createRateLimiter(database, clock), createRateLimiter(database, clock)];
        const key = newKey();
        const used = new Map<number, number>();
        for (const { gapMs, process } of plan) {
          clock.advance(gapMs);
          const window = Math.floor(clock.now().getTime() / WINDOW_MS);
          const before = used.get(window) ?? 0;
          const allowance = await processes[process]?.takeFromBudget(key, limit, WINDOW_MS);
          expect(allowance?.isAllowed).toBe(before < limit);
          if (before < limit) used.set(window, before + 1);
          expect(allowance?.remaining).toBe(Math.max(0, limit - before - 1));
          expect(allowance?.resetAt.getTime()).toBe((window + 1) * WINDOW_MS);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('of any size is never exceeded by many requests at once', async () => {
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
      // What is left in the block of a process that has no more requests is the price of asking seldom.
      expect(passed).toBeGreaterThan(limit - Math.max(1, Math.floor(limit / 60)) * 2);
    }
  });

  test('is not opened anew by a process whose clock is behind', async () => {
    const start = new Date('2026-01-01T00:00:59.900Z');
    const [ahead, behind] = [manualClock(start), manualClock(start)];
    const [first, second] = [createRateLimiter(database, ahead), createRateLimiter(database, behind)];
    const key = newKey();
    ahead.advance(200);
    let passed = 0;
    for (let round = 0; round < 12; round += 1) {
      if ((await first.takeFromBudget(key, 5, WINDOW_MS)).isAllowed) passed += 1;
      await second.takeFromBudget(key, 5, WINDOW_MS);
    }
    expect(passed).toBeLessThanOrEqual(5);
  });
});

test('a lost database is an error, not a pass', async () => {
  const closed = openDatabase({ ...own.connection, database: 'no_such_database' }, () => undefined);
  const limiter = createRateLimiter(closed, manualClock());
  await expect(limiter.takeFromBudget('x', 5, WINDOW_MS)).rejects.toThrow();
  await expect(limiter.takeFromWindow('x', 5, WINDOW_MS)).rejects.toThrow();
  await closed.close();
});
