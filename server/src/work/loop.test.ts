import { expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { eventually } from '../../test/kit/eventually.ts';
import { silentLog } from '../../test/kit/silent-log.ts';
import type { Log } from '../core/log.ts';
import { startLoop } from './loop.ts';

/** A loop of one second with its own clock; `reach` advances the clock until that many runs have begun. */
function loopOf(work: (run: number, signal: AbortSignal) => Promise<void>, log: Log = silentLog) {
  const clock = manualClock();
  let runs = 0;
  const loop = startLoop({
    name: 'test',
    intervalMs: 1000,
    clock,
    log,
    work: async ({ signal }) => {
      runs += 1;
      await work(runs, signal);
    },
  });
  const asleep = () =>
    eventually(
      async () => clock.sleeping(),
      (count) => count === 1,
    );
  return {
    clock,
    loop,
    asleep,
    runs: () => runs,
    reach: async (count: number) => {
      for (await asleep(); runs < count; await asleep()) clock.advance(1000);
    },
  };
}

test('runs immediately and then after each interval', async () => {
  const { clock, loop, runs, asleep } = loopOf(async () => undefined);
  await asleep();
  expect(runs()).toBe(1);
  clock.advance(999);
  expect(clock.sleeping()).toBe(1);
  clock.advance(1);
  await asleep();
  expect(runs()).toBe(2);
  await loop.stop();
  expect(clock.sleeping()).toBe(0);
  expect(runs()).toBe(2);
});

test('continues after failures and logs an outage and its end once', async () => {
  const words: string[] = [];
  const tell = (_fields: object, word: string): void => void words.push(word);
  const { loop, reach } = loopOf(
    async (run) => {
      if (run === 2 || run === 3 || run === 5) throw new Error('The database is away.');
    },
    { ...silentLog, warn: tell, info: tell },
  );
  await reach(6);
  await loop.stop();
  const [broke, back] = ['Periodic work failed; retrying.', 'Periodic work is running again.'];
  expect(words).toEqual([broke, back, broke, back]);
});

test('aborts running work on stop and waits for it', async () => {
  const begun = Promise.withResolvers<void>();
  let isOver = false;
  const { loop } = loopOf(async (_run, signal) => {
    begun.resolve();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    isOver = true;
    throw signal.reason;
  });
  await begun.promise;
  await loop.stop();
  expect(isOver).toBe(true);
});

test('runs at once when woken, and once more when woken during a run', async () => {
  const { clock, loop, runs, asleep } = loopOf(async (run) => {
    if (run === 2) for (let times = 0; times < 3; times += 1) loop.wake();
  });
  await asleep();
  expect(runs()).toBe(1);
  loop.wake();
  await eventually(
    async () => runs(),
    (count) => count === 3,
  );
  await asleep();
  expect(runs()).toBe(3);
  clock.advance(1000);
  await eventually(
    async () => runs(),
    (count) => count === 4,
  );
  await loop.stop();
  expect(clock.sleeping()).toBe(0);
});

test('is due at each interval, however often it is woken', async () => {
  const clock = manualClock();
  const due: boolean[] = [];
  const loop = startLoop({
    name: 'test',
    intervalMs: 1000,
    clock,
    log: silentLog,
    work: async ({ isDue }) => void due.push(isDue),
  });
  const reach = (count: number) =>
    eventually(
      async () => due.length,
      (length) => length === count,
    );
  await reach(1);
  for (let wakes = 1; wakes <= 3; wakes += 1) {
    clock.advance(300);
    loop.wake();
    await reach(1 + wakes);
  }
  clock.advance(100);
  await reach(5);
  expect(due).toEqual([true, false, false, false, true]);
  await loop.stop();
  expect(clock.sleeping()).toBe(0);
});

test('says that an outage is over only after a run that was due', async () => {
  const clock = manualClock();
  const words: string[] = [];
  const tell = (_fields: object, word: string): void => void words.push(word);
  let isAway = true;
  let runs = 0;
  const loop = startLoop({
    name: 'test',
    intervalMs: 1000,
    clock,
    log: { ...silentLog, warn: tell, info: tell },
    work: async ({ isDue }) => {
      runs += 1;
      if (isDue && isAway) throw new Error('The database is away.');
    },
  });
  const reach = (count: number) =>
    eventually(
      async () => runs,
      (done) => done === count,
    );
  await reach(1);
  loop.wake();
  await reach(2);
  isAway = false;
  clock.advance(1000);
  await reach(3);
  await loop.stop();
  expect(words).toEqual(['Periodic work failed; retrying.', 'Periodic work is running again.']);
});
