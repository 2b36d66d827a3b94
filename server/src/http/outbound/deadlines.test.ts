import { expect, test } from 'vitest';
import { manualClock } from '../../../test/kit/clocks.ts';
import { Deadlines } from './deadlines.ts';

/** Resolves after all pending callbacks have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('each deadline expires after its own timeout, even if an earlier one has the same timeout', async () => {
  const clock = manualClock();
  const deadlines = new Deadlines(clock);
  const over: string[] = [];
  deadlines.begin(1000, () => over.push('first'));
  clock.advance(400);
  deadlines.begin(1000, () => over.push('second'));
  deadlines.begin(100, () => over.push('short'));
  expect(clock.sleeping()).toBe(2);
  clock.advance(100);
  await settled();
  expect(over).toEqual(['short']);
  clock.advance(499);
  await settled();
  expect(over).toEqual(['short']);
  clock.advance(1);
  await settled();
  expect(over).toEqual(['short', 'first']);
  clock.advance(399);
  await settled();
  expect(over).toEqual(['short', 'first']);
  clock.advance(1);
  await settled();
  expect(over).toEqual(['short', 'first', 'second']);
  expect(clock.sleeping()).toBe(0);
});

test('a canceled deadline never expires, but a later one with the same timeout does', async () => {
  const clock = manualClock();
  const deadlines = new Deadlines(clock);
  const over: string[] = [];
  deadlines.begin(1000, () => over.push('called off'))();
  clock.advance(900);
  deadlines.begin(1000, () => over.push('later'));
  expect(clock.sleeping()).toBe(1);
  clock.advance(100);
  await settled();
  expect(over).toEqual([]);
  clock.advance(900);
  await settled();
  expect(over).toEqual(['later']);
});

test('expires all due deadlines in order after the clock jumps', async () => {
  const clock = manualClock();
  const deadlines = new Deadlines(clock);
  const over: number[] = [];
  for (const index of [1, 2, 3]) deadlines.begin(1000, () => over.push(index));
  clock.advance(86_400_000);
  await settled();
  expect(over).toEqual([1, 2, 3]);
});

test('deadlines ignore changes of the wall clock', async () => {
  const clock = manualClock();
  const deadlines = new Deadlines(clock);
  const over: string[] = [];
  for (const hours of [-1, 1]) {
    const name = `begun before ${hours} h`;
    deadlines.begin(1000, () => over.push(name));
    clock.set(hours * 3_600_000);
    clock.advance(999);
    await settled();
    expect(over).not.toContain(name);
    clock.advance(1);
    await settled();
    expect(over).toContain(name);
  }
});

test('leaves no timer after the deadlines are closed', async () => {
  const clock = manualClock();
  const deadlines = new Deadlines(clock);
  deadlines.begin(1000, () => undefined)();
  deadlines.close();
  await settled();
  expect(clock.sleeping()).toBe(0);
});
