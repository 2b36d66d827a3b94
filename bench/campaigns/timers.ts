import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('./timers.process.ts', import.meta.url));

/** How late timers of a process that does nothing else are, in milliseconds. @param dueMs instants as of `Date.now` */
export async function timerLateness(dueMs: readonly number[]): Promise<number[]> {
  const child = fork(entry, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.send(dueMs);
  const [late] = await once(child, 'message');
  child.disconnect();
  return late;
}
