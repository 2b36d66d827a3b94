import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const gone = 2_147_483_646;

test.each([
  ['runs', [process.pid, gone]],
  ['has ended', [gone, gone]],
])('a killed process keeps the lock while one of its children runs: one %s', async (state, children) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-lock-'));
  runWithLock(`
    await withInstallLock(${JSON.stringify(folder)} + '/install.lock', async (hold) => {
      for (const pid of ${JSON.stringify(children)}) hold(pid);
      process.kill(process.pid, 'SIGKILL');
    });
  `);
  const taken = runWithLock(`
    const take = () =>
      withInstallLock(${JSON.stringify(folder)} + '/install.lock', async () => 'taken', AbortSignal.abort());
    // The first attempt only removes the lock of processes that are gone.
    await take().catch(() => {});
    console.log(await take().catch(({ name }) => name));
  `);
  expect(taken).toBe(state === 'runs' ? 'AbortError\n' : 'taken\n');
  await rm(folder, { recursive: true, force: true });
});

/** Runs JavaScript in another process and returns its output. */
function runWithLock(code: string): string {
  const lock = JSON.stringify(join(import.meta.dirname, 'install-lock.js'));
  const program = `import { withInstallLock } from ${lock};\n${code}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  return stdout;
}
