import { writeFileSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 250;
/** Older locks belong to a process on another machine or container that no longer exists. */
const abandonedAfterMs = 20 * 60 * 1000;

/**
 * Serializes installations and builds in a folder. Takes over the lock of a process that is gone.
 *
 * @template T
 * @param {string} path the lock: a folder that exists during the work
 * @param {(hold: Hold) => Promise<T>} work
 * @typedef {(pid: number) => void} Hold names a child that keeps the lock if this process is killed
 * @param {AbortSignal} [signal] waits for another process silently, until it is aborted
 * @returns {Promise<T>}
 */
export async function withInstallLock(path, work, signal) {
  await mkdir(dirname(path), { recursive: true });
  for (let told = false; !(await take(path)); told = true) {
    if (!told && !signal) console.error('parley: another process is installing or building. Waiting for it.');
    await wait(pollMs, undefined, { signal });
  }
  try {
    return await work((pid) => writeFileSync(join(path, 'pid'), ` ${pid}`, { flag: 'a' }));
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

async function take(path) {
  try {
    await mkdir(path);
    await writeFile(join(path, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (await isAbandoned(path)) await rm(path, { recursive: true, force: true });
    return false;
  }
}

async function isAbandoned(path) {
  const made = await stat(path).catch(() => null);
  if (!made) return false;
  if (Date.now() - made.mtimeMs > abandonedAfterMs) return true;
  const pids = (await readFile(join(path, 'pid'), 'utf8').catch(() => '')).split(' ').map(Number);
  return pids.every((pid) => pid > 0 && !isAlive(pid));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
