import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** A built file, with its precompressed versions if the build made them. */
export interface StoredFile {
  bytes: Buffer;
  brotli: Buffer | null;
  gzip: Buffer | null;
  contentType: string;
  etag: string;
}

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.gif', 'image/gif'],
  ['.html', 'text/html; charset=utf-8'],
  ['.ico', 'image/x-icon'],
  ['.jpg', 'image/jpeg'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.mp3', 'audio/mpeg'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.wasm', 'application/wasm'],
  ['.wav', 'audio/wav'],
  ['.webmanifest', 'application/manifest+json'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
]);

/**
 * Reads the files of a built folder by path, for example `/assets/index-1a2b.js`; empty if the folder is missing. The
 * files are few and small, so they stay in memory. Unknown file types are left out.
 */
export async function readFolder(folder: string): Promise<Map<string, StoredFile>> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.filter((name) => CONTENT_TYPES.has(extname(name)));
  const stored = files.map(async (name) => {
    const path = `/${name.split(sep).join('/')}`;
    return [path, await readStored(join(folder, name))] as const;
  });
  return new Map(await Promise.all(stored));
}

async function readStored(file: string): Promise<StoredFile> {
  const [bytes, brotli, gzip] = await Promise.all([
    readFile(file),
    readFile(`${file}.br`).catch(() => null),
    readFile(`${file}.gz`).catch(() => null),
  ]);
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const contentType = CONTENT_TYPES.get(extname(file)) ?? 'application/octet-stream';
  return { bytes, brotli, gzip, contentType, etag: `"${digest}"` };
}
