import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Where `npm run build` puts it. */
export const BUILT = path.join(import.meta.dirname, '../../console/dist');

/** Kilobytes of what the shell must load, by gzip. */
export const MOST_KB = 200;

/** Of all that a browser must have before the console can do anything: page, scripts and style sheet. */
export interface FirstLoad {
  files: number;
  plainBytes: number;
  gzipBytes: number;
  brotliBytes: number;
}

const IN_PAGE = /(?:src|href)="\/([^"]+\.(?:js|css))"/g;
/** What a module needs before it runs; `import("…")` waits until somebody goes there. */
const IN_MODULE = /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g;

/** @param folder where the console was built */
export async function firstLoad(folder: string): Promise<FirstLoad> {
  const read = new Map<string, Buffer>();
  const waiting = ['index.html'];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (read.has(file)) continue;
    const bytes = await readFile(path.join(folder, file));
    read.set(file, bytes);
    const text = bytes.toString();
    if (file.endsWith('.html')) waiting.push(...namesIn(text, IN_PAGE));
    if (file.endsWith('.js')) waiting.push(...namesIn(text, IN_MODULE).map((name) => `assets/${name}`));
  }
  const files = [...read.values()];
  const sum = (size: (bytes: Buffer) => number): number =>
    files.reduce((total, bytes) => total + size(bytes), 0);
  return {
    files: files.length,
    plainBytes: sum((bytes) => bytes.length),
    gzipBytes: sum((bytes) => gzipSync(bytes, { level: 9 }).length),
    brotliBytes: sum((bytes) => brotliCompressSync(bytes).length),
  };
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
