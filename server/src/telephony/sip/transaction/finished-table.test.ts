import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { FinishedTable } from './finished-table.ts';

test('forgets each entry after 32 seconds, with one timer for all', async () => {
  const clock = manualClock();
  const table = new FinishedTable<number>(clock);
  const tick = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await Promise.resolve();
    await Promise.resolve();
  };
  table.add('a', 1);
  await tick(10_000);
  table.add('b', 2);
  table.add('c', 3);
  expect(clock.sleeping()).toBe(1);
  await tick(21_999);
  expect(table.get('a')).toBe(1);
  await tick(1);
  expect([table.get('a'), table.get('b'), table.size]).toEqual([undefined, 2, 2]);
  await tick(10_000);
  expect([table.size, clock.sleeping()]).toEqual([0, 0]);
});

test('forgets the oldest entries when it is full', () => {
  const table = new FinishedTable<number>(manualClock(), 2);
  for (const [value, key] of ['a', 'b', 'a', 'c'].entries()) table.add(key, value);
  expect([table.get('a'), table.get('b'), table.get('c')]).toEqual([2, undefined, 3]);
});

test('is cleared with its timer', () => {
  const clock = manualClock();
  const table = new FinishedTable<number>(clock);
  table.add('a', 1);
  table.clear();
  expect([table.size, clock.sleeping()]).toEqual([0, 0]);
});
