import { existsSync } from 'node:fs';
import { join } from 'node:path';

const everyMs = 5_000;

/**
 * Says now and then how many packages npm has written: npm itself says nothing where there is no terminal.
 *
 * @param {string} root the project's folder
 * @param {string[]} paths of packages that are missing
 * @returns {() => void} stops it
 */
export function showProgress(root, paths) {
  const startedAt = Date.now();
  const timer = setInterval(() => {
    const written = paths.filter((path) => existsSync(join(root, path, 'package.json'))).length;
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.error(`parley: ${written} of ${paths.length} packages after ${seconds} s.`);
  }, everyMs);
  return () => clearInterval(timer);
}
