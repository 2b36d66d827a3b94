import { expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { SharedMediaClock } from './media-clock.ts';

function started() {
  const clock = manualClock();
  const failures: unknown[] = [];
  const mediaClock = new SharedMediaClock(clock, (error) => failures.push(error));
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, mediaClock, failures, pass };
}

test('ticks every 20 ms, counted per listener, and stops without listeners', async () => {
  const { clock, mediaClock, pass } = started();
  const ticks: number[] = [];
  const later: number[] = [];
  const stop = mediaClock.every20Ms((tick) => ticks.push(tick));
  await pass(20);
  await pass(20);
  const stopLater = mediaClock.every20Ms((tick) => later.push(tick));
  await pass(20);
  expect(ticks).toEqual([0, 1, 2]);
  expect(later).toEqual([0]);
  stop();
  stopLater();
  await pass(100);
  expect(ticks).toHaveLength(3);
  expect(clock.sleeping()).toBe(0);
});

test('does not drift after late wake-ups', async () => {
  const { mediaClock, pass } = started();
  let ticks = 0;
  const stop = mediaClock.every20Ms(() => (ticks += 1));
  for (let round = 0; round < 100; round += 1) await pass(23);
  expect(ticks).toBe(Math.floor((100 * 23) / 20));
  stop();
});

test('skips missed frames after a long stall without a gap in the count', async () => {
  const { mediaClock, pass } = started();
  const ticks: number[] = [];
  const stop = mediaClock.every20Ms((tick) => ticks.push(tick));
  await pass(5000);
  expect(ticks).toEqual([...Array(10).keys()]);
  await pass(20);
  expect(ticks).toHaveLength(11);
  stop();
});

test('reads queued packets after a stall before ticking', async () => {
  const { clock, mediaClock, pass } = started();
  const seen: string[] = [];
  const stop = mediaClock.every20Ms(() => seen.push('tick'));
  await pass(20);
  clock.advance(300);
  // Simulates packets that were received during the stall.
  setImmediate(() => seen.push('packet'));
  await pass(0);
  expect(seen.slice(0, 3)).toEqual(['tick', 'packet', 'tick']);
  stop();
});

test('reports a failing listener and calls the others', async () => {
  const { mediaClock, failures, pass } = started();
  let ticks = 0;
  const stops = [
    mediaClock.every20Ms(() => {
      throw new Error('defect');
    }),
    mediaClock.every20Ms(() => (ticks += 1)),
  ];
  await pass(20);
  await pass(20);
  expect(ticks).toBe(2);
  expect(failures).toHaveLength(2);
  for (const stop of stops) stop();
});

test('restarts for a listener added after all had left', async () => {
  const { mediaClock, pass } = started();
  mediaClock.every20Ms(() => undefined)();
  let ticks = 0;
  const stop = mediaClock.every20Ms(() => (ticks += 1));
  await pass(20);
  expect(ticks).toBe(1);
  stop();
});
