import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Of 19 (least urgent) to -20; the extractor's child processes have the same. */
const BACKGROUND_NICENESS = 10;

/**
 * Lets every other thread of this process go first where they compete for a core. For threads that compute for long:
 * without it they take turns with the thread that answers requests. Only Linux schedules threads one by one.
 */
export function runInBackground(): void {
  if (process.platform !== 'linux') return;
  try {
    // `<process>/task/<thread>`, of whoever reads it.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, BACKGROUND_NICENESS);
  } catch {
    // Without /proc, or where it is forbidden, the thread keeps its place.
  }
}
