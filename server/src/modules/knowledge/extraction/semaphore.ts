/** Limits how many tasks run concurrently; the others wait in FIFO order. */
export interface Semaphore {
  /** Runs `task` when a permit is free. Rejects with the signal's reason if aborted while waiting. */
  run: <Result>(signal: AbortSignal, task: () => Promise<Result>) => Promise<Result>;
}

export function createSemaphore(permits: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = permits;

  async function acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(proceed), 1);
        reject(signal.reason);
      };
      const proceed = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      waiting.push(proceed);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  function release(): void {
    const next = waiting.shift();
    if (next === undefined) {
      free += 1;
    } else {
      next();
    }
  }

  return {
    run: async (signal, task) => {
      await acquire(signal);
      try {
        return await task();
      } finally {
        release();
      }
    },
  };
}
