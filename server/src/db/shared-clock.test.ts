import { expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { silentLog } from '../../test/kit/silent-log.ts';
import { followDatabaseClock } from './shared-clock.ts';

const DATABASE_NOW = new Date('2026-03-01T12:00:00Z');
const DAY_MS = 86_400_000;

const database = { query: async () => [{ now: DATABASE_NOW }] };

async function follow(aheadMs: number): Promise<{ now: Date; warnings: unknown[] }> {
  const warnings: unknown[] = [];
  const log = { ...silentLog, warn: (about: object) => warnings.push(about) };
  const system = manualClock(new Date(DATABASE_NOW.getTime() + aheadMs));
  const { clock, stop } = await followDatabaseClock(database, log, system);
  stop();
  return { now: clock.now(), warnings };
}

test.each([2 * DAY_MS, -2 * DAY_MS])('corrects a clock that is %d ms ahead and logs it', async (aheadMs) => {
  const { now, warnings } = await follow(aheadMs);
  expect(now).toEqual(DATABASE_NOW);
  expect(warnings).toEqual([{ secondsAhead: aheadMs / 1000 }]);
});

test('ignores small differences', async () => {
  const { now, warnings } = await follow(400);
  expect(now.getTime() - DATABASE_NOW.getTime()).toBe(400);
  expect(warnings).toEqual([]);
});
