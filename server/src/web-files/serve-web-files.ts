import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ConsolePage, createConsolePage, type PageFacts } from './console-page.ts';
import { chooseEncoding, type Encoding } from './content-encoding.ts';
import { readFolder, type StoredFile } from './stored-file.ts';

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
