import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('./timers.process.ts', import.meta.url));

export interface Timers {
  /** Lateness in milliseconds. */
  late: number[];
  /** Source port of the INVITEs, to find them in the carrier's ledger. Each Call-ID is the due instant. */
  port: number;
}

/** Runs timers in an idle process, each sending an INVITE. @param dueMs instants of `Date.now` */
export async function runTimers(dueMs: readonly number[], carrierPort: number): Promise<Timers> {
  const child = fork(entry, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.send({ dueMs, carrierPort });
  const [timers] = await once(child, 'message');
  // Keep the process until its last calls are acknowledged.
  setTimeout(() => child.disconnect(), 1000);
  return timers;
}
