import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The value stored under this key; undefined when there is none, or one of another key. */
export function readCacheFile(file: string, key: string): unknown {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof stored !== 'object' || stored === null || Reflect.get(stored, 'key') !== key) return undefined;
    return Reflect.get(stored, 'value');
  } catch {
    // Missing or cut off: the check runs without it.
    return undefined;
  }
}

/** Stores a value; a folder that cannot be written only costs the next run its time. */
export function writeCacheFile(file: string, key: string, value: unknown): void {
  const unfinished = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(unfinished, JSON.stringify({ key, value }));
    renameSync(unfinished, file);
  } catch {
    rmSync(unfinished, { force: true });
  }
}
