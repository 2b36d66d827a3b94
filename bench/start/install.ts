import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

export interface Install {
  seconds: number;
  bytes: number;
  packages: number;
}

/** Installs the production packages into an empty folder, from the lock file. */
export async function measureInstall(): Promise<Install> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-install-'));
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    await cp(path.join(root, file), path.join(folder, file));
  }
  const startedAt = performance.now();
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe' });
  const seconds = (performance.now() - startedAt) / 1000;
  const modules = path.join(folder, 'node_modules');
  const install = { seconds, bytes: await sizeOf(modules), packages: await countPackages(modules) };
  await rm(folder, { recursive: true, force: true });
  return install;
}

/** Bytes on disk, as du counts them. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).blocks * 512),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function countPackages(modules: string): Promise<number> {
  const names = await readdir(modules);
  const scoped = names.filter((name) => name.startsWith('@'));
  const inside = await Promise.all(scoped.map((scope) => readdir(path.join(modules, scope))));
  const plain = names.filter((name) => !name.startsWith('@') && !name.startsWith('.'));
  return plain.length + inside.flat().length;
}
