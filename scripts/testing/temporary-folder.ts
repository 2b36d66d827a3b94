import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** File system type as in `statfs`. */
const tmpfs = 0x0102_1994;
/** Free space that a run needs at most for databases, recordings and browser profiles, with a reserve. */
const neededBytes = 6 * 2 ** 30;

/**
 * A folder in memory for the run's temporary files, if the machine has a large enough one. Tests create hundreds of
 * databases of about 800 files each, which is ten times as fast as on a disk. Disposing removes the folder.
 */
export function openMemoryFolder(): ({ path: string } & Disposable) | null {
  if (!isRoomy()) return null;
  const path = mkdtempSync(join(memory, 'parley-'));
  // Same mode as /tmp, because PostgreSQL uses another OS user if the tests run as root.
  chmodSync(path, 0o1777);
  const remove = (): void => rmSync(path, { recursive: true, force: true });
  if (mayRunPrograms(path)) return { path, [Symbol.dispose]: remove };
  remove();
  return null;
}

function isRoomy(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(memory);
    return type === tmpfs && bavail * bsize >= neededBytes && process.availableMemory() >= neededBytes;
  } catch {
    // This system has no such folder.
    return false;
  }
}

/** Containers often forbid executing files in their memory folder. */
function mayRunPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
