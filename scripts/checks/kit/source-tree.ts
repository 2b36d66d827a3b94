import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A small repository on disk for one test. */
export interface SourceTree extends Disposable {
  root: string;
  write(file: string, text: string): void;
  remove(file: string): void;
}

/** Writes `files` (path from the root → text) into a fresh folder; disposing removes it. */
export function writeSourceTree(files: Readonly<Record<string, string>>): SourceTree {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'parley-checks-')));
  const write = (name: string, text: string): void => {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return {
    root,
    write,
    remove: (name) => rmSync(path.join(root, name)),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}
