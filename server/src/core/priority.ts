import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Of 19 (least urgent) to -20: where cores are short, about a tenth of one beside work of ordinary urgency. */
export const BACKGROUND_NICENESS = 10;

/**
 * Lets other threads of this process go first where they compete for a core; for worker threads that compute for
 * long. Only Linux schedules threads one by one: elsewhere the thread keeps its place.
 */
export function lowerThreadPriority(): void {
  // 0 is the calling thread there.
  if (process.platform === 'linux') attempt(() => setPriority(0, BACKGROUND_NICENESS));
}

/** Lets everybody else go first; for a process in a session of its own (`detached`) that computes for long. */
export function lowerProcessPriority(): void {
  attempt(() => setPriority(BACKGROUND_NICENESS));
  // Where Linux schedules sessions as groups, threads are nice within their group only: this is for the group.
  if (process.platform === 'linux') {
    attempt(() => writeFileSync('/proc/self/autogroup', String(BACKGROUND_NICENESS)));
  }
}

/** An installation that forbids it is slower under load, not broken. */
function attempt(change: () => void): void {
  try {
    change();
  } catch {}
}
