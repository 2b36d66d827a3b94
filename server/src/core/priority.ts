import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** From 19 (least urgent) to -20. Under contention, gets about a tenth of a core next to work of normal priority. */
export const BACKGROUND_NICENESS = 10;

/**
 * Lets other threads of this process go first when cores are short; for worker threads with long computations. Only
 * Linux schedules threads individually: elsewhere the priority stays unchanged.
 */
export function lowerThreadPriority(): void {
  // 0 is the calling thread on Linux.
  if (process.platform === 'linux') attempt(() => setPriority(0, BACKGROUND_NICENESS));
}

/** Lets other processes go first; for a process in its own session (`detached`) with long computations. */
export function lowerProcessPriority(): void {
  attempt(() => setPriority(BACKGROUND_NICENESS));
  // With autogroup scheduling, niceness only counts within a session; this sets the niceness of the session itself.
  if (process.platform === 'linux') {
    attempt(() => writeFileSync('/proc/self/autogroup', String(BACKGROUND_NICENESS)));
  }
}

/** Ignores failures: without permission the installation is slower under load, but works. */
function attempt(change: () => void): void {
  try {
    change();
  } catch {}
}
