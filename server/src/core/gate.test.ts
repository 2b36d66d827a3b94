import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Gate } from './gate.ts';

/** Work that ends when the test ends it. */
function held(): { work: () => Promise<void>; end: (() => void)[]; begun: () => number } {
  const end: (() => void)[] = [];
  let begun = 0;
  const work = (): Promise<void> =>
    new Promise((resolve) => {
      begun += 1;
      end.push(resolve);
    });
  return { work, end, begun: () => begun };
}

test('runs two, queues two, rejects the fifth and continues in order', async () => {
  const gate = new Gate({ atOnce: 2, waiting: 2 });
  const { work, end, begun } = held();
  const order: number[] = [];
  const runs = [0, 1, 2, 3].map((index) => gate.run(work).then(() => void order.push(index)));
  await expect(gate.run(work)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
  expect(begun()).toBe(2);
  for (let index = 0; index < 4; index += 1) {
    end[index]?.();
    await runs[index];
    await Promise.resolve();
  }
  await Promise.all(runs);
  expect(order).toEqual([0, 1, 2, 3]);
  expect(begun()).toBe(4);
});

test('failed work frees its slot', async () => {
  const gate = new Gate({ atOnce: 1, waiting: 1 });
  const failing = gate.run(() => Promise.reject(new Error('no')));
  const next = gate.run(async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('never runs more than the limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.boolean(), { maxLength: 20 }),
      async (atOnce, fates) => {
        const gate = new Gate({ atOnce, waiting: fates.length });
        let running = 0;
        let most = 0;
        const results = await Promise.allSettled(
          fates.map((isGood) =>
            gate.run(async () => {
              running += 1;
              most = Math.max(most, running);
              await new Promise(setImmediate);
              running -= 1;
              if (!isGood) throw new Error('no');
            }),
          ),
        );
        expect(most).toBe(Math.min(atOnce, fates.length));
        expect(results.map(({ status }) => status === 'fulfilled')).toEqual(fates);
      },
    ),
    { numRuns: 50 },
  );
});
