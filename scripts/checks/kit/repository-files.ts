import { readdirSync } from 'node:fs';
import path from 'node:path';

const skippedFolders = new Set([
  'node_modules',
  'dist',
  'data',
  'coverage',
  'fixtures',
  '.git',
  '.runtime',
  '.vite',
]);

/** All files below `root` that people write, as paths with `/` from the root, sorted. */
export function listRepositoryFiles(root: string, folder = ''): string[] {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : listRepositoryFiles(root, name);
      return entry.isFile() ? [name] : [];
    })
    .sort();
}
