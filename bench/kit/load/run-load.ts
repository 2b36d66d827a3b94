import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { pinned } from '../server-process.ts';
import type { LoadJob, LoadResult } from './job.ts';

const generator = path.join(import.meta.dirname, 'generator.process.ts');

/** NaN (no response) is sent as null. */
const milliseconds = z
  .number()
  .nullable()
  .transform((value) => value ?? Number.NaN);

const loadResult = z.object({
  answers: z.number(),
  seconds: z.number(),
  cpuSeconds: z.number(),
  statuses: z.record(z.string(), z.number()),
  failures: z.number(),
  lateStarts: z.number(),
  p50Ms: milliseconds,
  p99Ms: milliseconds,
  maxMs: milliseconds,
});

/** A running generator that waits for its job. */
export interface Generator {
  pid: number;
  run(): Promise<LoadResult>;
}

/** Starts a generator on a separate core, so that `run` does not include its start. */
export async function prepareLoad(job: LoadJob, core: number): Promise<Generator> {
  const [program, ...args] = pinned([process.execPath, generator], core);
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(child, 'spawn');
  const { pid } = child;
  if (pid === undefined) throw new Error('A process that was started has an id.');
  return {
    pid,
    run: async () => {
      const message = once(child, 'message');
      const early = once(child, 'exit').then(() => {
        throw new Error('The load generator ended without a result.');
      });
      child.send(job);
      const [result] = await Promise.race([message, early]);
      early.catch(() => {});
      return loadResult.parse(result);
    },
  };
}
