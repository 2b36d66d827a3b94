import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Folders of the built console and widget. */
export interface WebFolders {
  console: string;
  widget: string;
}

export const BUILT_FOLDERS: WebFolders = {
  console: fileURLToPath(new URL('../../../console/dist', import.meta.url)),
  widget: fileURLToPath(new URL('../../../widget/dist', import.meta.url)),
};

/** Answers a request that matches no route. Resolves to false if it matches no file or page either. */
export type ServeWebFiles = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

const CACHE = {
  /** Their names contain a hash of their content. */
  asset: 'public, max-age=31536000, immutable',
  other: 'public, max-age=300',
};

/**
 * Reads the built files once, and serves only these, by their exact paths.
 * @param callAddresses current origins for calls, besides the origin of the page
 */
export async function serveWebFiles(
  folders: WebFolders,
  facts: PageFacts,
  callAddresses: () => Promise<readonly string[]>,
): Promise<ServeWebFiles> {
  const [console, widget] = await Promise.all([readFolder(folders.console), readFolder(folders.widget)]);
  const index = console.get('/index.html');
  const page = index === undefined ? null : createConsolePage(index.bytes.toString(), facts);
  console.delete('/index.html');
  const script = widget.get('/widget.js');
  return async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const [path = ''] = request.url.split('?', 1);
    if (path === '/widget.js') return script !== undefined && sendWidget(request, reply, script);
    const file = console.get(path);
    if (file !== undefined) {
      const cache = path.startsWith('/assets/') ? CACHE.asset : CACHE.other;
      return sendFile(request, ownOnly(reply).header('cache-control', cache), file);
    }
    if (path !== '/' && (page === null || !isDeepLink(path, request))) return false;
    return page === null ? sendMissing(reply) : sendPage(reply, page(await callAddresses()));
  };
}

/**
 * True if a browser navigates to a path that may be a page of the console. Requests by programs, and for missing files,
 * do not accept HTML and get a 404.
 */
function isDeepLink(path: string, request: FastifyRequest): boolean {
  const isOurs = /^\/(?:api|docs|metrics|assets)(?:\/|$)/.test(path);
  return !isOurs && /\btext\/html\b/i.test(request.headers.accept ?? '');
}

function sendPage(reply: FastifyReply, { html, headers }: ConsolePage): true {
  ownOnly(reply)
    .headers({ ...headers, vary: 'accept' })
    .send(html);
  return true;
}

function sendMissing(reply: FastifyReply): true {
  ownOnly(reply)
    .code(503)
    .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .send(
      "The console is not built. Run 'npm run build' in Parley's folder and start the server again.\n" +
        'The API is under /api, its reference under /docs.\n',
    );
  return true;
}

/** Any site may load the widget. */
function sendWidget(request: FastifyRequest, reply: FastifyReply, script: StoredFile): true {
  reply.headers({ 'cache-control': CACHE.other, 'cross-origin-resource-policy': 'cross-origin' });
  return sendFile(request, reply, script);
}

/** Lets only our own pages load the response. */
function ownOnly(reply: FastifyReply): FastifyReply {
  reply.removeHeader('access-control-allow-origin');
  reply.removeHeader('access-control-expose-headers');
  return reply.header('cross-origin-resource-policy', 'same-origin');
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile): true {
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

const NONCE_PLACE = '__NONCE__';
const REGISTRATION_PLACE = '__REGISTRATION__';
const NONCE_BYTES = 18;

/** Facts embedded in the page, visible without login. */
interface PageFacts {
  isRegistrationOpen: boolean;
}

interface ConsolePage {
  html: string;
  headers: Record<string, string>;
}

/**
 * Creates the console's HTML, with a fresh nonce per response for its style sheets. Its content security policy allows
 * WebSocket connections to `callAddresses`, besides the page's own origin.
 */
function createConsolePage(
  template: string,
  { isRegistrationOpen }: PageFacts,
): (callAddresses: readonly string[]) => ConsolePage {
  const pieces = template
    .replace(REGISTRATION_PLACE, isRegistrationOpen ? 'open' : 'closed')
    .split(NONCE_PLACE);
  return (callAddresses) => {
    const sockets = callAddresses.map((address) => new URL(address).origin.replace(/^http/, 'ws'));
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    return {
      html: pieces.join(nonce),
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': policy(nonce, [...new Set(sockets)]),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
        'cross-origin-opener-policy': 'same-origin',
      },
    };
  };
}

/** Content security policy: own origin only, inline styles only with the nonce, no framing. */
function policy(nonce: string, sockets: readonly string[]): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:`,
    `media-src 'self' blob:`,
    `font-src 'self'`,
    ["connect-src 'self'", ...sockets].join(' '),
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
  ].join('; ');
}

/** A built file, with its precompressed versions if the build made them. */
interface StoredFile {
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
async function readFolder(folder: string): Promise<Map<string, StoredFile>> {
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
