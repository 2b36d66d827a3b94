import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairGate } from './fair-gate.ts';

/** Work that ends when the test finishes it. */
function openGate(atOnce: number) {
  const gate = new FairGate(atOnce);
  const begun: number[] = [];
  const running: { owner: number; finish: () => void }[] = [];
  const done: Promise<void>[] = [];
  return {
    begun,
    running,
    done,
    bring: (owner: number): void => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const work = (): Promise<void> => {
        begun.push(owner);
        running.push({ owner, finish: resolve });
        return promise;
      };
      done.push(gate.run(owner, work));
    },
    /** Finishes one task of the owner, and lets waiting tasks start. */
    finish: async (index: number): Promise<void> => {
      running.splice(index, 1)[0]?.finish();
      await settled();
    },
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('limits one owner to half of the slots', async () => {
  const { bring, begun, running, done, finish } = openGate(8);
  for (let count = 0; count < 20; count += 1) bring(1);
  await settled();
  expect(begun).toEqual([1, 1, 1, 1]);
  bring(2);
  bring(3);
  await settled();
  expect(begun.slice(4)).toEqual([2, 3]);
  while (running.length > 0) await finish(0);
  await Promise.all(done);
  expect(begun.length).toBe(22);
});

test('skips aborted work and runs the next in the queue', async () => {
  const gate = new FairGate(1);
  const held = Promise.withResolvers<void>();
  const first = gate.run(1, () => held.promise);
  const late = new AbortController();
  let hasRun = false;
  const second = gate.run(
    1,
    async () => {
      hasRun = true;
    },
    () => late.signal,
  );
  const third = gate.run(1, async () => 'third');
  late.abort(new Error('too late'));
  await expect(second).rejects.toThrow('too late');
  held.resolve();
  await first;
  expect(await third).toBe('third');
  expect(hasRun).toBe(false);
});

test('alternates between owners with one slot', async () => {
  const { bring, begun, running, finish } = openGate(1);
  for (const owner of [1, 1, 1, 2, 2, 3]) bring(owner);
  await settled();
  while (running.length > 0) await finish(0);
  expect(begun).toEqual([1, 1, 2, 3, 1, 2]);
});

test('never exceeds the limit, never blocks work while a slot is free, and runs everything', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(0)), { maxLength: 40 }),
      async (atOnce, steps) => {
        const { bring, begun, running, done, finish } = openGate(atOnce);
        const brought = new Map<number, number>();
        for (const step of steps) {
          if (step === 0) await finish(0);
          else {
            bring(step);
            brought.set(step, (brought.get(step) ?? 0) + 1);
            await settled();
          }
          expect(running.length).toBeLessThanOrEqual(atOnce);
          for (const [owner, count] of brought) {
            const isWaiting = begun.filter((one) => one === owner).length < count;
            const holdsNone = running.every((one) => one.owner !== owner);
            if (isWaiting && holdsNone) expect(running.length).toBe(atOnce);
          }
        }
        while (running.length > 0) await finish(0);
        await Promise.all(done);
        expect(begun.length).toBe(done.length);
      },
    ),
  );
});
