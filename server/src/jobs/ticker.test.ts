import { expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { eventually } from '../../test/kit/eventually.ts';
import { silentLog } from '../../test/kit/silent-log.ts';
import type { Log } from '../core/log.ts';
import { startTicker } from './ticker.ts';

/** A ticker of one second with its own clock; `reach` advances the clock until that many ticks have begun. */
function tickerOf(work: (tick: number, signal: AbortSignal) => Promise<void>, log: Log = silentLog) {
  const clock = manualClock();
  let ticks = 0;
  const ticker = startTicker({
    name: 'test',
    intervalMs: 1000,
    clock,
    log,
    work: async (signal) => {
      ticks += 1;
      await work(ticks, signal);
    },
  });
  const asleep = () =>
    eventually(
      async () => clock.sleeping(),
      (count) => count === 1,
    );
  return {
    clock,
    ticker,
    asleep,
    ticks: () => ticks,
    reach: async (count: number) => {
      for (await asleep(); ticks < count; await asleep()) clock.advance(1000);
    },
  };
}

test('runs immediately and then after each interval', async () => {
  const { clock, ticker, ticks, asleep } = tickerOf(async () => undefined);
  await asleep();
  expect(ticks()).toBe(1);
  clock.advance(999);
  expect(clock.sleeping()).toBe(1);
  clock.advance(1);
  await asleep();
  expect(ticks()).toBe(2);
  await ticker.stop();
  expect(clock.sleeping()).toBe(0);
  expect(ticks()).toBe(2);
});

test('continues after failures and logs an outage and its end once', async () => {
  const words: string[] = [];
  const tell = (_fields: object, word: string): void => void words.push(word);
  const { ticker, reach } = tickerOf(
    async (tick) => {
      if (tick === 2 || tick === 3 || tick === 5) throw new Error('The database is away.');
    },
    { ...silentLog, warn: tell, info: tell },
  );
  await reach(6);
  await ticker.stop();
  const [broke, back] = ['Periodic work failed; retrying.', 'Periodic work is running again.'];
  expect(words).toEqual([broke, back, broke, back]);
});

test('aborts running work on stop and waits for it', async () => {
  const begun = Promise.withResolvers<void>();
  let isOver = false;
  const { ticker } = tickerOf(async (_tick, signal) => {
    begun.resolve();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    isOver = true;
    throw signal.reason;
  });
  await begun.promise;
  await ticker.stop();
  expect(isOver).toBe(true);
});
