import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withInstallLock } from './install-lock.js';

/** Takes the lock, names two children and is killed. */
const killed = (path: string, children: readonly number[]): string => `
  const { withInstallLock } = await import(${JSON.stringify(join(import.meta.dirname, 'install-lock.js'))});
  await withInstallLock(${JSON.stringify(path)}, async (hold) => {
    for (const pid of ${JSON.stringify(children)}) hold(pid);
    process.kill(process.pid, 'SIGKILL');
  });
`;
const gone = 2_147_483_646;

test.each([
  ['runs', [process.pid, gone]],
  ['has ended', [gone, gone]],
])('a killed process keeps the lock while one of its children runs: one %s', async (state, children) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-lock-'));
  const path = join(folder, 'install.lock');
  spawnSync(process.execPath, ['--input-type=module', '--eval', killed(path, children)]);
  const take = () => withInstallLock(path, async () => 'taken', AbortSignal.abort());
  // The first attempt only removes the lock of processes that are gone.
  await expect(take()).rejects.toThrow('aborted');
  if (state === 'runs') await expect(take()).rejects.toThrow('aborted');
  else expect(await take()).toBe('taken');
  await rm(folder, { recursive: true, force: true });
});
