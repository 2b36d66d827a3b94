import type { TestContext } from 'vitest';

/**
 * For `beforeEach`, where the tests of a file share a world: the first try of a test may have left anything in it, so the second
 * one gets another.
 */
export const onSecondTry =
  (...renew: (() => Promise<unknown>)[]) =>
  async ({ task }: Pick<TestContext, 'task'>): Promise<void> => {
    if ((task.result?.retryCount ?? 0) === 0) return;
    for (const step of renew) await step();
  };
