import { describe, expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const never = new AbortController().signal;

describe('semaphore', () => {
  it('runs a limited number of tasks in FIFO order, even after failures', async () => {
    const semaphore = createSemaphore(2);
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
    const begun: number[] = [];
    const tasks = gates.map(({ promise }, index) =>
      semaphore.run(never, async () => {
        begun.push(index);
        await promise;
      }),
    );
    gates[1]?.reject(new Error('The second fails.'));
    await expect(tasks[1]).rejects.toThrow('The second fails.');
    await Promise.resolve();
    expect(begun).toEqual([0, 1, 2]);
    for (const { resolve } of gates) resolve();
    await Promise.all([tasks[0], tasks[2], tasks[3]]);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('removes a task that was aborted while waiting', async () => {
    const semaphore = createSemaphore(1);
    const gate = Promise.withResolvers<void>();
    const first = semaphore.run(never, () => gate.promise);
    const controller = new AbortController();
    const second = semaphore.run(controller.signal, async () => 'second');
    const third = semaphore.run(never, async () => 'third');
    controller.abort(new Error('Not needed any more.'));
    await expect(second).rejects.toThrow('Not needed any more.');
    gate.resolve();
    await first;
    expect(await third).toBe('third');
    await expect(semaphore.run(controller.signal, async () => 'late')).rejects.toThrow(
      'Not needed any more.',
    );
  });
});
