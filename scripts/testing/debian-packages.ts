import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { type DebianPackage, isExecutable, missingPackages } from './needs.ts';

/**
 * Installs what is missing where it may, as root with apt-get, and says so first; elsewhere says how to install it.
 *
 * @returns one line for each package that is still missing
 */
export function ensureDebianPackages(): string[] {
  const missing = missingPackages();
  if (missing.length === 0) return [];
  const names = missing.map(({ name }) => name).join(' ');
  if (mayInstall()) {
    console.log(`Installing Debian packages that tests need (1 to 2 minutes; up to 1.2 GB): ${names}`);
    install(missing);
  } else {
    console.log(`Tests that need these Debian packages fail or are skipped: sudo apt-get install ${names}`);
  }
  return missingPackages().map(({ name, use }) => `Debian package ${name} is missing: needed for ${use}.`);
}

function mayInstall(): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return process.getuid?.() === 0 && folders.some((folder) => isExecutable(join(folder, 'apt-get')));
}

function install(missing: readonly DebianPackage[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const names = missing.map(({ name }) => name);
  spawnSync('apt-get', ['update', '-q'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], {
    stdio: 'inherit',
    env,
  });
}
