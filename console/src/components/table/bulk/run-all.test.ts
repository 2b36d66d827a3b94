import { expect, test } from 'vitest';
import { runAll } from './run-all.ts';

test('runs each row once, a few at a time, and reports failures in order', async () => {
  const rows = Array.from({ length: 10 }, (_, index) => index);
  const ran: number[] = [];
  const progress: number[] = [];
  let running = 0;
  let most = 0;
  const act = async (row: number): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    ran.push(row);
    await Promise.resolve();
    running -= 1;
    if (row % 4 === 3) throw new Error(`No ${row}`);
  };
  const failures = await runAll(rows, act, (done) => progress.push(done));
  expect(ran.toSorted((one, other) => one - other)).toEqual(rows);
  expect(failures.map(({ row }) => row)).toEqual([3, 7]);
  expect(progress.at(-1)).toBe(10);
  expect(most).toBeLessThanOrEqual(4);
});

test('an empty selection does nothing', async () => {
  expect(
    await runAll(
      [],
      () => Promise.reject(new Error('ran')),
      () => undefined,
    ),
  ).toEqual([]);
});
