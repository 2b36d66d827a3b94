import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** A thread on each core that computes without pause, at the priority of the calls. Ends when disposed. */
export function startBusyLoops(): AsyncDisposable {
  const workers = Array.from(
    { length: availableParallelism() },
    () => new Worker('for (;;);', { eval: true }),
  );
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
