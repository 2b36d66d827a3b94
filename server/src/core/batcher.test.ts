import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

/** A load that waits until the test completes it. */
function heldLookup() {
  const batches: { keys: readonly number[]; finish(): void; fail(error: Error): void }[] = [];
  const load = (keys: readonly number[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<number[]>();
    batches.push({ keys, finish: () => resolve(keys.map((key) => key * 10)), fail: reject });
    return promise;
  };
  return { batches, load };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('loads all keys of one event-loop turn with one query', async () => {
  const { batches, load } = heldLookup();
  const ask = createBatcher(load);
  const answers = Promise.all([ask(1), ask(2), ask(1)]);
  await turn();
  expect(batches.map(({ keys }) => keys)).toEqual([[1, 2, 1]]);
  batches[0]?.finish();
  expect(await answers).toEqual([10, 20, 10]);
});

it('never answers from a load that started before the request', async () => {
  const { batches, load } = heldLookup();
  const ask = createBatcher(load);
  const first = ask(1);
  await turn();
  const second = ask(1);
  batches[0]?.finish();
  expect(await first).toBe(10);
  await turn();
  expect(batches).toHaveLength(2);
  batches[1]?.finish();
  expect(await second).toBe(10);
});

it('fails only the requests of a failed load', async () => {
  const { batches, load } = heldLookup();
  const ask = createBatcher(load);
  const failing = Promise.allSettled([ask(1), ask(2)]);
  await turn();
  const next = ask(3);
  batches[0]?.fail(new Error('gone'));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await turn();
  batches[1]?.finish();
  expect(await next).toBe(30);
});

it('rejects a load that returns too few values', async () => {
  const ask = createBatcher<number, number>(async () => []);
  await expect(ask(1)).rejects.toThrow('every key');
});

it('returns each key its own value in batches of at most the limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(50), { minLength: 1 }),
      fc.integer({ min: 1, max: 7 }),
      async (keys, most) => {
        const sizes: number[] = [];
        const ask = createBatcher<number, number>(async (batch) => {
          sizes.push(batch.length);
          return batch.map((key) => key + 1);
        }, most);
        expect(await Promise.all(keys.map(ask))).toEqual(keys.map((key) => key + 1));
        expect(Math.max(...sizes)).toBeLessThanOrEqual(most);
      },
    ),
  );
});
