import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { isExecutable, missingPackages } from './needs.ts';

/**
 * Installs what is missing where it may (root, apt-get).
 *
 * @returns {string[]} one line for each package that is still missing
 */
export function ensureDebianPackages() {
  const missing = missingPackages();
  if (missing.length > 0 && mayInstall()) install(missing.map(({ name }) => name));
  return missingPackages().map(({ name, use }) => `Debian package ${name} is missing: needed for ${use}.`);
}

function mayInstall() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return process.getuid?.() === 0 && folders.some((folder) => isExecutable(join(folder, 'apt-get')));
}

function install(names) {
  console.log(`Installing Debian packages for the tests: ${names.join(' ')}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-q'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], {
    stdio: 'inherit',
    env,
  });
}
