import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Contender } from './contender.ts';
import { ANSWER, QUESTION } from './speech.ts';

const folder = path.join(import.meta.dirname, 'livekit');
const opened = z.object({ ports: z.array(z.int()) });

/** Sessions of LiveKit Agents without a room, all in one process; the first run installs them. */
export async function openLiveKit(answerFile: string): Promise<Contender> {
  install();
  const child = fork(path.join(folder, 'agent.js'), {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      BENCH_ANSWER_FILE: answerFile,
      BENCH_ANSWER: ANSWER,
      BENCH_QUESTION: QUESTION,
    },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('LiveKit Agents did not start.');
  const openLines = async (count: number): Promise<number[]> => {
    child.send({ lines: count });
    const message = once(child, 'message').then(([answer]) => opened.parse(answer));
    const end = once(child, 'exit').then(() => Promise.reject(new Error('LiveKit Agents ended.')));
    return (await Promise.race([message, end])).ports;
  };
  await openLines(0);
  return {
    name: 'LiveKit Agents',
    pid,
    reach: async (calls) => ({ kind: 'media', ports: await openLines(calls) }),
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function install(): void {
  if (existsSync(path.join(folder, 'node_modules'))) return;
  console.log('Installing the peer (LiveKit Agents, 290 MB) …');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
}
