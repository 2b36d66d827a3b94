import { afterAll } from 'vitest';
import { cpuSecondsOfTree } from './processes.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** On a test file: what it and the processes that it started used, loading included. */
    cost?: { cpuSeconds: number; wallSeconds: number };
  }
}

// As the first set-up file this runs before the test file is loaded, and its hook after all others.
const startedAt = performance.now();
const cpuAtStart = cpuSecondsOfTree(process.pid);

// biome-ignore lint/correctness/noEmptyPattern: Vitest takes no other first parameter.
afterAll(({}, suite) => {
  suite.file.meta.cost = {
    // A browser or server that files share may end in this one, and takes its past with it.
    cpuSeconds: Math.max(0, cpuSecondsOfTree(process.pid) - cpuAtStart),
    wallSeconds: (performance.now() - startedAt) / 1000,
  };
});
