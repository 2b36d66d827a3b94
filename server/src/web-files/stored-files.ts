import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers a request that matches no route. Resolves to false if it matches no file or page either. */
export type ServeWebFiles = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

/** Lets only our own pages load the response. */
export function ownOnly(reply: FastifyReply): FastifyReply {
  reply.removeHeader('access-control-allow-origin');
  reply.removeHeader('access-control-expose-headers');
  return reply.header('cross-origin-resource-policy', 'same-origin');
}

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile): true {
  const { bytes, brotli, gzip, contentType, etag } = file;
  reply.headers({ etag, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' });
  if (isKnown(request.headers['if-none-match'], etag)) {
    reply.code(304).send();
    return true;
  }
  const offered: Encoding[] = [
    ...(brotli === null ? [] : ['br' as const]),
    ...(gzip === null ? [] : ['gzip' as const]),
  ];
  const encoding = chooseEncoding(request.headers['accept-encoding']?.toString(), offered);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  const compressed = encoding === 'br' ? brotli : encoding === 'gzip' ? gzip : null;
  reply.header('content-type', contentType).send(compressed ?? bytes);
  return true;
}

function isKnown(header: string | undefined, etag: string): boolean {
  const known = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return known.includes(etag) || known.includes('*');
}

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
  const stored = (await fileNames(folder)).map(async (name) => {
    return [`/${name}`, await readStored(join(folder, name), digestTag)] as const;
  });
  return new Map(await Promise.all(stored));
}

/** Names of the files of a known type, such as `assets/index-1a2b.js`; empty if the folder is missing. */
export async function fileNames(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => CONTENT_TYPES.has(extname(name))).map((name) => name.split(sep).join('/'));
}

export async function readStored(file: string, tagOf: (bytes: Buffer) => string): Promise<StoredFile> {
  const [bytes, brotli, gzip] = await Promise.all([
    readFile(file),
    readFile(`${file}.br`).catch(() => null),
    readFile(`${file}.gz`).catch(() => null),
  ]);
  const contentType = CONTENT_TYPES.get(extname(file)) ?? 'application/octet-stream';
  return { bytes, brotli, gzip, contentType, etag: tagOf(bytes) };
}

/** A text that was made in memory. */
export function storedText(text: string, contentType: string): StoredFile {
  const bytes = Buffer.from(text);
  return { bytes, brotli: null, gzip: gzipSync(bytes), contentType, etag: digestTag(bytes) };
}

function digestTag(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

type Encoding = 'br' | 'gzip' | 'identity';

/** Chooses the first of `offered` that an `Accept-Encoding` header accepts; `q=0` excludes an encoding. */
export function chooseEncoding(header: string | undefined, offered: readonly Encoding[]): Encoding {
  const taken = new Set<string>();
  for (const part of header?.split(',') ?? []) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) taken.add(name);
  }
  return offered.find((encoding) => taken.has(encoding)) ?? 'identity';
}
