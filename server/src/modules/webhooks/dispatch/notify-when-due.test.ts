import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { notifyWhenDue } from './notify-when-due.ts';

const start = new Date('2026-03-01T12:00:00Z');
const at = (endpointId: number, afterMs: number) => ({
  endpointId,
  dueAt: new Date(start.getTime() + afterMs),
});
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('rings at the instant, not before, and together for what is close', async () => {
  const clock = manualClock(start);
  const notified: (readonly number[])[] = [];
  const { signal } = new AbortController();
  const coming = [at(1, 100), at(2, 200), at(3, 210), at(4, 211)];
  const ringing = notifyWhenDue(coming, { clock, signal, notify: (ids) => void notified.push(ids) });
  for (const [byMs, expected] of [
    [99, []],
    [1, [[1]]],
    [109, [[1]]],
    [1, [[1], [2, 3]]],
    [1, [[1], [2, 3], [4]]],
  ] as const) {
    clock.advance(byMs);
    await settled();
    expect(notified).toEqual(expected);
  }
  await ringing;
  expect(clock.sleeping()).toBe(0);
});

test('sleeps on when it is woken too early', async () => {
  const clock = manualClock(start);
  const notified: (readonly number[])[] = [];
  const hasty = { ...clock, sleep: (delayMs: number) => clock.sleep(delayMs / 2) };
  const { signal } = new AbortController();
  const ringing = notifyWhenDue([at(1, 100)], {
    clock: hasty,
    signal,
    notify: (ids) => void notified.push(ids),
  });
  clock.advance(50);
  await settled();
  expect(notified).toEqual([]);
  for (let nowMs = 50; nowMs < 110; nowMs += 1) {
    clock.advance(1);
    await settled();
  }
  await ringing;
  expect(notified).toEqual([[1]]);
});

test('ends in silence when it is called off', async () => {
  const clock = manualClock(start);
  const stopping = new AbortController();
  const notified: (readonly number[])[] = [];
  const notify = (ids: readonly number[]): void => void notified.push(ids);
  const ringing = notifyWhenDue([at(1, 100)], { clock, signal: stopping.signal, notify });
  stopping.abort(new Error('This process is stopping.'));
  await ringing;
  expect(notified).toEqual([]);
  expect(clock.sleeping()).toBe(0);
});
