import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A small repository on disk for one test. */
export interface SourceTree extends Disposable {
  root: string;
}

/** Writes `files` (path from the root → text) into a fresh folder; disposing removes it. */
export function writeSourceTree(files: Readonly<Record<string, string>>): SourceTree {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'parley-checks-')));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}
