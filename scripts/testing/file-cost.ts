import { afterAll } from 'vitest';
import { cpuSecondsOfTree } from './processes.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Set on test files: time used by the file and the processes that it started, including loading. */
    cost?: { cpuSeconds: number; wallSeconds: number };
  }
}

// As the first setup file, this runs before the test file loads, and its hook runs after all others.
const startedAt = performance.now();
const cpuAtStart = cpuSecondsOfTree(process.pid);

// biome-ignore lint/correctness/noEmptyPattern: Vitest requires a destructured first parameter.
afterAll(({}, suite) => {
  suite.file.meta.cost = {
    // A shared browser or server may end during this file, and its earlier CPU time disappears with it.
    cpuSeconds: Math.max(0, cpuSecondsOfTree(process.pid) - cpuAtStart),
    wallSeconds: (performance.now() - startedAt) / 1000,
  };
});
