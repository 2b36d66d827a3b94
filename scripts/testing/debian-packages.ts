import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { type DebianPackage, isExecutable, missingPackages } from './needs.ts';

/**
 * As root, announces and installs missing packages with apt-get. Otherwise prints the command to install them.
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
    console.log(
      `Some tests fail or are skipped without these Debian packages. To install them, run: sudo apt-get install ${names}`,
    );
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
