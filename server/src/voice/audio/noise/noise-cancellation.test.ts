import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../../../../test/kit/silent-log.ts';
import { systemClock } from '../../../core/clock.ts';
import { NoiseCancellation } from './noise-cancellation.ts';

const opened: NoiseCancellation[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const frameOf = (value: number, samples = 160): Int16Array => new Int16Array(samples).fill(value);

function cancellation(clock = systemClock) {
  const logged: string[] = [];
  const made = new NoiseCancellation({
    clock,
    log: { ...silentLog, error: (_, message) => logged.push(message) },
    module: new URL('./fixtures/slow-noise.worker-module.ts', import.meta.url),
  });
  opened.push(made);
  const open = () => {
    const heard: number[] = [];
    const kept: string[] = [];
    const frame = (cleaned: Int16Array): void => void heard.push(cleaned[0] ?? 0);
    return { heard, kept, stream: made.open(8000, frame, () => kept.push('told')) };
  };
  /** Opens a stream and waits until its audio reaches the worker. */
  const working = async () => {
    const call = open();
    let pushed = 0;
    const isCleaned = (): boolean => {
      pushed += 1;
      call.stream.push(frameOf(2000));
      return call.heard.includes(1000);
    };
    await expect.poll(isCleaned).toBe(true);
    await expect.poll(() => call.heard.length).toBe(pushed);
    call.heard.length = 0;
    return call;
  };
  return { made, logged, open, working };
}

test('passes audio through until the worker is ready', () => {
  const { heard, stream } = cancellation().open();
  stream.push(frameOf(2000));
  expect(heard).toEqual([2000]);
});

test('emits every frame once and in order, including silence', async () => {
  const { heard, stream } = await cancellation().working();
  for (const value of [2000, 4000, 0, 6000]) stream.push(frameOf(value));
  await expect.poll(() => heard).toEqual([1000, 2000, 0, 3000]);
  // After some silence the worker is bypassed.
  for (let count = 8; count <= 20; count += 4) {
    for (let index = 0; index < 4; index += 1) stream.push(frameOf(0));
    await expect.poll(() => heard.length).toBe(count);
  }
  stream.push(frameOf(1));
  expect(heard.at(-1)).toBe(1);
});

test('passes audio through when the worker is slow', async () => {
  const { working, open } = cancellation();
  const { heard, stream } = await working();
  const other = open();
  for (const value of [777, 2000, 3000, 4000]) stream.push(frameOf(value));
  expect(heard).toEqual([]);
  stream.push(frameOf(5000));
  stream.push(frameOf(6000));
  expect(heard).toEqual([777, 2000, 3000, 4000, 5000, 6000]);
  heard.length = 0;
  await systemClock.sleep(5);
  other.stream.close();
  const isCleanAgain = (): boolean => {
    stream.push(frameOf(8000));
    return heard.includes(4000);
  };
  await expect.poll(isCleanAgain).toBe(true);
  expect(heard.filter((value) => ![4000, 8000].includes(value))).toEqual([]);
});

test('emits pending frames when the worker dies and restarts it later', async () => {
  let restedMs = 0;
  const clock = { ...systemClock, monotonicMs: () => restedMs };
  const { working, logged } = cancellation(clock);
  const { heard, stream } = await working();
  stream.push(frameOf(666));
  await expect.poll(() => heard).toEqual([666]);
  expect(logged).toEqual(['Noise cancellation stopped and restarts shortly.']);
  stream.push(frameOf(2000));
  expect(heard.at(-1)).toBe(2000);
  restedMs = 10_000;
  const isCleanAgain = (): boolean => {
    stream.push(frameOf(2000));
    return heard.includes(1000);
  };
  await expect.poll(isCleanAgain).toBe(true);
});

test('emits pending frames on close and nothing afterwards', async () => {
  const { heard, stream } = await cancellation().working();
  stream.push(frameOf(2000));
  stream.close();
  stream.push(frameOf(4000));
  expect(heard).toEqual([2000]);
});

test('passes through frames of other lengths and streams opened after close', async () => {
  const { made, working } = cancellation();
  const { heard, stream } = await working();
  stream.push(frameOf(2000, 100));
  expect(heard).toEqual([2000]);
  await made.close();
  stream.push(frameOf(4000));
  expect(heard).toEqual([2000, 4000]);
});

test('limits the number of processed streams to the CPU budget', async () => {
  const { open, working } = cancellation();
  const first = await working();
  const calls = [first, ...Array.from({ length: 39 }, open)];
  for (const { stream } of calls) stream.push(frameOf(2000));
  const raw = calls.filter(({ heard }) => heard.includes(2000));
  expect(raw.length).toBe(10);
  raw[0]?.stream.push(frameOf(4000));
  expect(raw[0]?.heard).toEqual([2000, 4000]);
  expect(raw[0]?.kept).toEqual([]);
  for (let index = 0; index < 200; index += 1) raw[0]?.stream.push(frameOf(4000));
  expect(raw[0]?.kept).toEqual(['told']);
  expect(first.kept).toEqual([]);
  first.stream.close();
  const [waiting] = raw.slice(1);
  for (let index = 0; index < 12; index += 1) waiting?.stream.push(frameOf(0));
  waiting?.stream.push(frameOf(6000));
  await expect.poll(() => waiting?.heard.at(-1)).toBe(3000);
});
