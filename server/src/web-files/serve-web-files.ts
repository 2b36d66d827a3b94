import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serveDocs } from './serve-docs.ts';
import { ownOnly, readFolder, type ServeWebFiles, type StoredFile, sendFile } from './stored-files.ts';

/** Folders of the built console, widget and documentation. */
export interface WebFolders {
  console: string;
  widget: string;
  /** The project's if absent. */
  docs?: string;
}

const builtFolder = (part: string): string =>
  fileURLToPath(new URL(`../../../${part}/dist`, import.meta.url));

export const BUILT_FOLDERS: WebFolders = { console: builtFolder('console'), widget: builtFolder('widget') };

const CACHE = {
  /** Their names contain a hash of their content. */
  asset: 'public, max-age=31536000, immutable',
  other: 'public, max-age=300',
};

/**
 * Serves the documentation, the console and the widget. Reads the files of the console and the widget once, and serves only
 * these, by their exact paths.
 */
export async function serveWebFiles(
  folders: WebFolders,
  {
    facts,
    callAddresses,
    document,
  }: {
    facts: PageFacts;
    /** Current origins for calls, besides the origin of the page. */
    callAddresses(): Promise<readonly string[]>;
    /** The OpenAPI document as JSON. */
    document(): string;
  },
): Promise<ServeWebFiles> {
  const serveDocumentation = serveDocs(folders.docs ?? builtFolder('docs'), document);
  const [console, widget] = await Promise.all([readFolder(folders.console), readFolder(folders.widget)]);
  const index = console.get('/index.html');
  const page = index === undefined ? null : createConsolePage(index.bytes.toString(), facts);
  console.delete('/index.html');
  return async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    if (await serveDocumentation(request, reply)) return true;
    const [path = ''] = request.url.split('?', 1);
    if (path === '/widget-preview') return sendPreview(reply);
    if (WIDGET_FILES.has(path)) {
      const script = widget.get(path);
      return script !== undefined && sendWidget(request, reply, script);
    }
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
        'The API is under /api, the documentation under /docs.\n',
    );
  return true;
}

const PREVIEW = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Widget preview</title><link rel="icon" href="data:,"></head>
<body><main><h1 hidden>Widget preview</h1></main>
<script src="/widget.js" data-assistant="preview" data-preview></script></body>
</html>
`;

/** A page with the widget for the console, which sends it settings. It contains no data. */
function sendPreview(reply: FastifyReply): true {
  ownOnly(reply)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': CACHE.other,
      'content-security-policy':
        "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    .send(PREVIEW);
  return true;
}

/** The widget, and what it loads for a call: a module and an audio worklet, which need CORS. */
const WIDGET_FILES = new Set(['/widget.js', '/widget-call.js', '/widget-worklet.js']);

/** Any site may load the widget. */
function sendWidget(request: FastifyRequest, reply: FastifyReply, script: StoredFile): true {
  reply.headers({
    'cache-control': CACHE.other,
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  });
  return sendFile(request, reply, script);
}

const NONCE_PLACE = '__NONCE__';
const REGISTRATION_PLACE = '__REGISTRATION__';
const EMAIL_PLACE = '__EMAIL__';
const PROVIDER_PLACE = '__PROVIDER__';
const NONCE_BYTES = 18;

/** Facts embedded in the page, visible without login. */
interface PageFacts {
  isRegistrationOpen: boolean;
  /** The installation sends email, so that people can reset their passwords. */
  sendsEmail: boolean;
  /** Name of the identity provider that people can log in with; null without one. */
  providerName: string | null;
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
  { isRegistrationOpen, sendsEmail, providerName }: PageFacts,
): (callAddresses: readonly string[]) => ConsolePage {
  const pieces = template
    .replace(REGISTRATION_PLACE, isRegistrationOpen ? 'open' : 'closed')
    .replace(EMAIL_PLACE, sendsEmail ? 'on' : 'off')
    .replace(PROVIDER_PLACE, () => escapeAttribute(providerName ?? ''))
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

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** Content security policy: own origin only, inline styles only with the nonce; no page may frame it. */
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
    `frame-src 'self'`,
    `manifest-src 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
  ].join('; ');
}
