import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiMarkdown } from '../documentation/api-markdown.ts';
import { allMarkdown, docIndex, pageMarkdown } from '../documentation/doc-markdown.ts';
import { type DocPage, docPages, docSections } from '../documentation/doc-pages.ts';
import {
  fileNames,
  ownOnly,
  readStored,
  type ServeWebFiles,
  type StoredFile,
  sendFile,
  storedText,
} from './stored-files.ts';

const PICTURES_URL = '/docs/pictures/';
const NONCE_PLACE = '__NONCE__';
const NONCE_BYTES = 18;

/**
 * Serves the documentation under `/docs`: the built site, the Markdown of every page, and the indexes for language models.
 * While the site is not built, `/docs` lists the Markdown pages.
 * @param document the OpenAPI document as JSON
 */
export function serveDocs(folder: string, document: () => string): ServeWebFiles {
  const builtSite = siteReader(folder);
  /** Made once each: the pages and the API change only with the process. */
  const texts = new Map<string, StoredFile>();
  return async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const name = path === '/llms.txt' ? 'llms.txt' : /^\/docs(?:\/(.*))?$/.exec(path)?.slice(1)[0];
    if (name === undefined && path !== '/docs') return false;
    const pages = await docPages();
    const text = texts.get(name ?? '') ?? textFile(name ?? '', pages, document);
    if (text !== null) {
      texts.set(name ?? '', text);
      return sendFile(request, reply.header('cache-control', 'no-cache'), text);
    }
    return sendFromSite({ request, reply, site: await builtSite(), name: name || 'index', pages });
  };
}

/** A file made from the Markdown of the project. @returns null for any other name */
function textFile(name: string, pages: readonly DocPage[], document: () => string): StoredFile | null {
  const markdown = (text: string): StoredFile => storedText(text, 'text/markdown; charset=utf-8');
  const plain = (text: string): StoredFile => storedText(text, 'text/plain; charset=utf-8');
  if (name === 'llms.txt') {
    const summary = pages.find(({ path }) => path === 'index')?.description ?? '';
    return plain(docIndex(pages, summary));
  }
  if (name === 'llms-full.txt') return plain(allMarkdown(pages, PICTURES_URL));
  if (name === 'api.md') return markdown(apiMarkdown(document()));
  const page = pages.find(({ path }) => name === `${path}.md`);
  return page === undefined ? null : markdown(pageMarkdown(page, pages, PICTURES_URL));
}

/** The built site: names of its files, such as `guides/webhooks.html`, and its stamp. */
interface BuiltSite {
  folder: string;
  stamp: string;
  names: ReadonlySet<string>;
}

/** A reader that lists the files again after another build. It returns null while there is no build. */
function siteReader(folder: string): () => Promise<BuiltSite | null> {
  let site: BuiltSite | null = null;
  return async () => {
    const stamp = await readFile(join(folder, '.stamp'), 'utf8').catch(() => null);
    if (stamp === null) return null;
    if (site?.stamp !== stamp) site = { folder, stamp, names: new Set(await fileNames(folder)) };
    return site;
  };
}

async function sendFromSite(deps: {
  request: FastifyRequest;
  reply: FastifyReply;
  site: BuiltSite | null;
  name: string;
  pages: readonly DocPage[];
}): Promise<boolean> {
  const { request, reply, site, name, pages } = deps;
  const page = name.replace(/\.html$/, '');
  if (site === null) {
    const isPage = page === 'api' || pages.some(({ path }) => path === page);
    return isPage && sendUnbuilt(reply.code(page === 'index' ? 200 : 503), pages);
  }
  if (site.names.has(`${page}.html`)) return sendPage(request, reply, await storedFile(site, `${page}.html`));
  if (site.names.has(name)) {
    const cache = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    return sendFile(request, ownOnly(reply).header('cache-control', cache), await storedFile(site, name));
  }
  // Programs get the same answer as for any unknown path.
  if (!/\btext\/html\b/i.test(request.headers.accept ?? '')) return false;
  return sendHtml(reply.code(404), (await storedFile(site, '404.html')).bytes.toString());
}

function storedFile({ folder, stamp }: BuiltSite, name: string): Promise<StoredFile> {
  const tag = createHash('sha256').update(`${stamp}${name}`).digest('base64url').slice(0, 22);
  return readStored(join(folder, name), () => `"${tag}"`);
}

/** Sends a page, as it was built if it has no place for a nonce. */
function sendPage(request: FastifyRequest, reply: FastifyReply, file: StoredFile): true {
  const html = file.bytes.toString();
  if (html.includes(NONCE_PLACE)) return sendHtml(reply, html);
  return sendFile(request, pageHeaders(reply, html, null), file);
}

function sendHtml(reply: FastifyReply, html: string): true {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  pageHeaders(reply, html, nonce)
    .header('content-type', 'text/html; charset=utf-8')
    .send(html.replaceAll(NONCE_PLACE, nonce));
  return true;
}

/** Headers of a page, with a policy that allows its inline scripts, and style sheets with the nonce. */
function pageHeaders(reply: FastifyReply, html: string, nonce: string | null): FastifyReply {
  const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = scripts.map(([, script = '']) => hashSource(script));
  return ownOnly(reply).headers({
    'cache-control': 'no-cache',
    'content-security-policy': policy(hashes, nonce),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
}

function hashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/**
 * Own origin only, inline scripts only by hash, no framing. A page with a nonce may have style sheets with it, and style
 * attributes, which Scalar uses.
 */
function policy(scripts: readonly string[], nonce: string | null): string {
  const styles = nonce === null ? [] : [`style-src-attr 'unsafe-inline'`];
  return [
    `default-src 'none'`,
    ["script-src 'self'", ...scripts].join(' '),
    nonce === null ? `style-src 'self'` : `style-src 'self' 'nonce-${nonce}'`,
    ...styles,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
  ].join('; ');
}

/** The list of Markdown pages, which a browser loads again until the site is built. */
function sendUnbuilt(reply: FastifyReply, pages: readonly DocPage[]): true {
  const sections = docSections(pages).map(({ title, pages: inside }) => {
    const items = inside.map((page) => `<li><a href="/docs/${page.path}.md">${escaped(page.title)}</a></li>`);
    return `<h2>${escaped(title)}</h2><ul>${items.join('')}</ul>`;
  });
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="5"><title>Parley documentation</title>
<style nonce="${NONCE_PLACE}">body{font:16px/1.6 system-ui,sans-serif;margin:0}main{max-width:60rem;margin:auto;padding:2rem 1.5rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
ul{columns:16rem;margin:0;padding-left:1.2rem}</style></head>
<body><main><h1>Parley documentation</h1><p>The site is being built, which takes less than a minute after a start. The server log shows why if it fails.
Until then, read the pages as Markdown, and the <a href="/api/openapi.json">OpenAPI document</a>.</p>${sections.join('')}</main></body></html>`;
  return sendHtml(reply.header('retry-after', '5'), html);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
