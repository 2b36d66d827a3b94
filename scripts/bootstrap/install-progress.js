import { existsSync } from 'node:fs';
import { join } from 'node:path';

const everyMs = 5_000;

/**
 * Prints regularly how many packages npm has written, because npm prints nothing without a terminal.
 * @param {string} root the project's folder
 * @param {string[]} paths of missing packages
 * @returns {() => void} a function that stops it
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
