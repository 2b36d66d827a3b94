import { expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { timeLimit } from './time-limit.ts';

const told = () => new Promise((resolve) => setImmediate(resolve));

test('a limit that is disposed at its expiry has no effect', async () => {
  const clock = manualClock();
  let count = 0;
  const disposed = timeLimit(clock, 100, () => (count += 1));
  const kept = timeLimit(clock, 100, () => (count += 10));
  clock.advance(100);
  disposed[Symbol.dispose]();
  await told();
  expect(count).toBe(10);
  kept[Symbol.dispose]();
  expect(clock.sleeping()).toBe(0);
});
