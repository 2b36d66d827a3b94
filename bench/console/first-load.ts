import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Output folder of `npm run build`. */
export const BUILT = path.join(import.meta.dirname, '../../console/dist');

/** Limit in kilobytes after gzip for everything that the shell must load. */
export const MOST_KB = 200;

/** Size of everything that a browser must load before the console works: page, scripts and style sheet. */
export interface FirstLoad {
  files: number;
  plainBytes: number;
  gzipBytes: number;
  brotliBytes: number;
}

const IN_PAGE = /(?:src|href)="\/([^"]+\.(?:js|css))"/g;
/** Static imports of a module; `import("…")` loads only when the page is visited. */
const IN_MODULE = /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g;

/** @param folder the built console */
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
