import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('./timers.process.ts', import.meta.url));

export interface Timers {
  /** How late they were, in milliseconds. */
  late: number[];
  /** Where what they sent came from: its Call-ID is the instant that it was due at. */
  port: number;
}

/**
 * Timers of a process that does nothing else, each of which sends the carrier an INVITE.
 * @param dueMs instants as of `Date.now`
 */
export async function runTimers(dueMs: readonly number[], carrierPort: number): Promise<Timers> {
  const child = fork(entry, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.send({ dueMs, carrierPort });
  const [timers] = await once(child, 'message');
  // Its last calls are to be acknowledged.
  setTimeout(() => child.disconnect(), 1000);
  return timers;
}
