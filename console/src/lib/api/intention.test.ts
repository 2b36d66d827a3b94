import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { createIntention } from './intention.ts';

const refused = (status: number) => new ApiError({ status, body: {}, requestId: null });

/** Keys of three tries, of which the first ends with `error`; null: it succeeds. */
async function keysOf(error: Error | null): Promise<string[]> {
  const keys: string[] = [];
  const intention = createIntention();
  for (const failure of [error, null, null]) {
    const deed = async (key: string): Promise<void> => {
      keys.push(key);
      if (failure !== null) throw failure;
    };
    await intention.run(deed).catch(() => undefined);
  }
  return keys;
}

test.each([
  [refused(0), 2],
  [refused(500), 2],
  [refused(422), 3],
  [null, 3],
])('after %o three tries have %i keys', async (error, count) => {
  expect(new Set(await keysOf(error)).size).toBe(count);
});

test('the same key comes again right after a break alone', async () => {
  const [first, second, third] = await keysOf(refused(0));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('what was refused is thrown', async () => {
  const error = refused(422);
  await expect(
    createIntention().run(async () => {
      throw error;
    }),
  ).rejects.toBe(error);
});
