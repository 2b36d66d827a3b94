import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The value stored with this key; undefined if the file is missing or has another key. */
export function readCacheFile(file: string, key: string): unknown {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof stored !== 'object' || stored === null || Reflect.get(stored, 'key') !== key) return undefined;
    return Reflect.get(stored, 'value');
  } catch {
    // Missing or truncated: run without the cache.
    return undefined;
  }
}

/** Stores a value. Ignores write errors, as the next run only takes longer. */
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
