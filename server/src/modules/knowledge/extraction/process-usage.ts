import { closeSync, openSync, readSync } from 'node:fs';
import type { ExtractionUsage } from './extraction.ts';

/** USER_HZ is 100 on every Linux architecture that Node supports. */
const ticksPerSecond = 100;
/**
 * Shared buffer, larger than either file. `readFileSync` would allocate 8 KB twice per file: at 100 checks a second, 3
 * MB of garbage a second, which triggers full garbage collections.
 */
const page = Buffer.alloc(4_096);

/** A process's current usage from /proc; null without /proc or after the process has ended. */
export function processUsage(pid: number): (ExtractionUsage & { memoryBytes: number }) | null {
  try {
    const status = readPage(`/proc/${pid}/status`);
    const stat = readPage(`/proc/${pid}/stat`);
    // utime and stime are the 12th and 13th fields after the command's closing parenthesis (proc(5)).
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
