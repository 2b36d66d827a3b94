import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('./timers.process.ts', import.meta.url));

export interface Timers {
  /** Lateness in milliseconds. */
  late: number[];
  /** Source port of the INVITEs; their Call-ID is the due time. */
  port: number;
}

/**
 * Timers of a dedicated process, each of which sends an INVITE to the carrier.
 * @param dueMs due times as of `Date.now`
 */
export async function runTimers(dueMs: readonly number[], carrierPort: number): Promise<Timers> {
  const child = fork(entry, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.send({ dueMs, carrierPort });
  const [timers] = await once(child, 'message');
  // Wait for the ACKs of its last calls.
  setTimeout(() => child.disconnect(), 1000);
  return timers;
}
