import { closeSync, openSync, readSync } from 'node:fs';
import type { ExtractionUsage } from './extraction.ts';

/** Linux counts processor time in hundredths of a second for every architecture Node runs on. */
const ticksPerSecond = 100;
/**
 * Both files are shorter. `readFileSync` takes 8 KB twice for each of them: 3 MB of garbage a second at 100 looks,
 * which brings on collections of the server's whole heap.
 */
const page = Buffer.alloc(4_096);

/** What a process uses at this moment, read from /proc; null where there is none or the process has ended. */
export function processUsage(pid: number): (ExtractionUsage & { memoryBytes: number }) | null {
  try {
    const status = readPage(`/proc/${pid}/status`);
    const stat = readPage(`/proc/${pid}/stat`);
    // Behind the command's closing bracket, utime and stime are the 12th and 13th fields (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      memoryBytes: kilobytes(status, 'VmRSS') * 1_024,
      peakMemoryBytes: kilobytes(status, 'VmHWM') * 1_024,
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    };
  } catch {
    return null;
  }
}

function readPage(path: string): string {
  const file = openSync(path, 'r');
  try {
    return page.toString('latin1', 0, readSync(file, page));
  } finally {
    closeSync(file);
  }
}

function kilobytes(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
}
