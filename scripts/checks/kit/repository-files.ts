import { readdirSync } from 'node:fs';
import path from 'node:path';

const skippedFolders = new Set(['node_modules', 'dist', 'coverage', 'fixtures', '.git', '.runtime', '.vite']);

/** The server's default PARLEY_DATA; folders of that name elsewhere hold source. */
const skippedAtRoot = 'data';

/** All files below `root` that people write, as paths with `/` from the root, sorted. */
export function listRepositoryFiles(root: string, folder = ''): string[] {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory())
        return skippedFolders.has(entry.name) || name === skippedAtRoot
          ? []
          : listRepositoryFiles(root, name);
      return entry.isFile() ? [name] : [];
    })
    .sort();
}
