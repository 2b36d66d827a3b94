import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import type { TalkJob, TalkResult } from './talk-job.ts';

const here = import.meta.dirname;
const talkResult = z.object({
  firstWordMs: z.array(z.number()),
  wholeMs: z.array(z.number()),
  seconds: z.number(),
  cpuSeconds: z.number(),
});

/** Holds the job's conversations from a separate process. */
export async function runTalk(job: TalkJob): Promise<TalkResult> {
  const child = fork(path.join(here, 'talk.process.ts'));
  child.send(job);
  return talkResult.parse(await firstMessage(child));
}

/** The model's endpoint in a separate process. */
export async function startModel(): Promise<Disposable & { pid: number; port: number }> {
  const child = fork(path.join(here, 'model.process.ts'));
  const port = z.number().parse(await firstMessage(child));
  return { pid: child.pid ?? 0, port, [Symbol.dispose]: () => child.disconnect() };
}

async function firstMessage(child: ChildProcess): Promise<unknown> {
  const early = once(child, 'exit').then(() => {
    throw new Error('A process of the benchmark ended without a result.');
  });
  const [message] = await Promise.race([once(child, 'message'), early]);
  early.catch(() => {});
  return message;
}
