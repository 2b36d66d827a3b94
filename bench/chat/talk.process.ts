import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import type { TalkJob, TalkResult } from './talk-job.ts';
import { createVisitor, type Visitor } from './visitor.ts';

// Holds one job's conversations in a separate process.
process.once('message', async (job: TalkJob) => {
  const result = await talk(job);
  process.send?.(result, () => process.disconnect());
});

async function talk(job: TalkJob): Promise<TalkResult> {
  const pool = new Pool(`http://127.0.0.1:${job.target.port}`, { connections: job.conversations });
  const visitors = Array.from({ length: job.conversations }, () => createVisitor(pool, job.target));
  await Promise.all(visitors.map((visitor) => visitor.prepare()));
  const times: Pick<TalkResult, 'firstWordMs' | 'wholeMs'> = { firstWordMs: [], wholeMs: [] };
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await Promise.all(
    visitors.map(async (visitor, index) => {
      // Conversations start one after the other, not simultaneously.
      await wait((index / job.conversations) * job.pauseMs);
      await converse(visitor, { job, startedAt, times });
    }),
  );
  const cpu = process.cpuUsage(cpuBefore);
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  return { ...times, seconds, cpuSeconds: (cpu.user + cpu.system) / 1e6 };
}

async function converse(
  visitor: Visitor,
  about: { job: TalkJob; startedAt: number; times: Pick<TalkResult, 'firstWordMs' | 'wholeMs'> },
): Promise<void> {
  const { job, startedAt, times } = about;
  while (performance.now() - startedAt < job.seconds * 1000) {
    const askedAt = performance.now();
    const { firstWordAt, endAt } = await visitor.ask();
    times.firstWordMs.push(firstWordAt - askedAt);
    times.wholeMs.push(endAt - askedAt);
    const pause = wait(job.pauseMs);
    await visitor.prepare();
    if (job.pauseMs > 0) await pause;
  }
}
