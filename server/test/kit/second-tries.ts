import type { TestContext } from 'vitest';

/**
 * For `beforeEach` in files whose tests share state. A failed first try may leave anything behind, so the retry gets a
 * new state.
 */
export const onSecondTry =
  (...renew: (() => Promise<unknown>)[]) =>
  async ({ task }: Pick<TestContext, 'task'>): Promise<void> => {
    if ((task.result?.retryCount ?? 0) === 0) return;
    for (const step of renew) await step();
  };
