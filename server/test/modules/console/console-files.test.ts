import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionUrl } from '../../kit/server-process.ts';
import { cloneDatabase, startTestServer, type TestServer } from '../../kit/test-server.ts';

const SCRIPT = `console.log(${JSON.stringify('a long script '.repeat(100))});\n`;
const PAGE =
  '<meta name="csp-nonce" content="__NONCE__"><script type="module" src="/assets/index-a1.js"></script>';

let folder: string;
let built: TestServer;
let bare: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-web-'));
  const [console, widget] = [join(folder, 'console'), join(folder, 'widget')];
  await mkdir(join(console, 'assets'), { recursive: true });
  await mkdir(widget);
  await writeFile(join(folder, 'secret.js'), 'secret');
  await writeFile(join(console, 'index.html'), PAGE);
  await writeFile(join(console, '.stamp'), 'stamp');
  await writeFile(join(console, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(console, 'assets', 'index-a1.js'), SCRIPT);
  await writeFile(join(console, 'assets', 'index-a1.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(console, 'assets', 'index-a1.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(widget, 'widget.js'), 'widget();');
  built = await startTestServer({
    overrides: { webFolders: { console, widget, docs: join(folder, 'none') } },
  });
  const nowhere = { console: join(folder, 'none'), widget: join(folder, 'none') };
  bare = await startTestServer({ beside: built.testDatabase, overrides: { webFolders: nowhere } });
});
afterAll(async () => {
  await bare.stop();
  await built.stop();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${built.address}${path}`, { headers });

/** Requests a page like the navigation of a browser. */
const visit = (path: string, method = 'GET'): Promise<Response> =>
  fetch(`${built.address}${path}`, {
    method,
    headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
  });

describe('the page', () => {
  test.each([
    '/',
    '/calls',
    '/assistants/7?tab=voice',
    '/login',
    '/deep/er/link/',
    '/api-keys',
    '/documents',
    '/senders/whatsapp/+1.555',
    '/knowledge/7/hours.pdf',
    '/favicon.ico',
    '/index.html',
    '/assetsmith',
  ])('%s serves the console', async (path) => {
    const answer = await visit(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('vary')).toBe('accept');
    expect(await answer.text()).toContain('/assets/index-a1.js');
  });

  test.each([{}, { accept: '*/*' }, { accept: 'application/json' }])(
    'is served at the root to everyone, but elsewhere not to a program that accepts %o',
    async (headers) => {
      expect(await (await get('/?from=mail', headers)).text()).toContain('/assets/index-a1.js');
      for (const path of ['/calls', '/assistants/7', '/user/me', '/deep/er/link/']) {
        const answer = await get(path, headers);
        expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found.' }]);
      }
    },
  );

  test('has a strict content security policy with a new nonce in each response', async () => {
    const [one, two] = [await get('/'), await get('/')];
    const nonceOf = async (answer: Response): Promise<string> =>
      /content="([\w+/=]{24})"/.exec(await answer.text())?.[1] ?? '';
    const nonces = [await nonceOf(one), await nonceOf(two)];
    expect(new Set(nonces).size).toBe(2);
    expect(one.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonces[0]}'; img-src 'self' data: blob:; ` +
        `media-src 'self' blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; ` +
        `frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
    );
    expect(Object.fromEntries(one.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(one.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('is served for GET and HEAD only', async () => {
    const head = await visit('/calls', 'HEAD');
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/html; charset=utf-8',
      '',
    ]);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await visit('/calls', method)).status).toBe(404);
    }
  });

  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/user/nothing',
    '/docs/nothing',
    '/metrics',
    '/assets',
    '/assets/',
    '/assets/gone-b2.js',
    '/assets/index-a1.js.br',
    '/assets/../assets/x.js',
    '/api/a.html',
  ])('%s is not the console, even for a browser', async (path) => {
    for (const answer of [await get(path), await visit(path)]) {
      expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found.' }]);
    }
  });

  test.each(['/index.html', '/.stamp', '/favicon.ico', '/robots.txt', '/secret.js', '/..%2fsecret.js'])(
    '%s is not a file',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found.' }]);
      expect(await (await visit(path)).text()).toContain('/assets/index-a1.js');
    },
  );

  test.each([
    '/../secret.js',
    '/assets/%2e%2e/icon.svg',
    '/assets/../../secret.js',
    '//secret.js',
    '/assets/..\\..\\secret.js',
    '/\0.js',
  ])('path traversal is refused: %j', async (path) => {
    const { hostname, port } = new URL(built.address);
    const socket = connect(Number(port), hostname);
    socket.end(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1.1 40[04]/);
  });
});

describe('a file', () => {
  test('with a content hash in its name is cached forever', async () => {
    const answer = await get('/assets/index-a1.js', { 'accept-encoding': 'identity' });
    expect(await answer.text()).toBe(SCRIPT);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers.get('content-encoding')).toBeNull();
  });

  test.each([
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
  ])('requested with Accept-Encoding "%s" is sent as %s', async (accepted, encoding) => {
    const answer = await get('/assets/index-a1.js', { 'accept-encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(SCRIPT.length);
    expect(await answer.text()).toBe(SCRIPT);
  });

  test('is not sent again to a client that has it', async () => {
    const { headers } = await get('/icon.svg');
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    const etag = headers.get('etag') ?? '';
    const again = await get('/icon.svg', { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('can be requested with HEAD', async () => {
    const head = await fetch(`${built.address}/assets/index-a1.js`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String(SCRIPT.length));
  });
});

test('the widget may be loaded by any site', async () => {
  const answer = await get('/widget.js');
  expect(await answer.text()).toBe('widget();');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=300',
    etag: expect.any(String),
  });
});

test('the content security policy allows calls at the public origin', async () => {
  const elsewhere = await startTestServer({
    beside: built.testDatabase,
    environment: { PARLEY_PUBLIC_URL: 'https://parley.example/base' },
    overrides: { webFolders: { console: join(folder, 'console'), widget: join(folder, 'widget') } },
  });
  const answer = await fetch(elsewhere.address);
  expect(answer.headers.get('content-security-policy')).toContain(
    "connect-src 'self' wss://parley.example; ",
  );
  await elsewhere.stop();
});

test('the content security policy allows the origins of live voice processes', async () => {
  const database = await cloneDatabase();
  const webFolders = { console: join(folder, 'console'), widget: join(folder, 'widget') };
  const role = (name: string) => ({
    PARLEY_ROLE: name,
    DATABASE_URL: connectionUrl(database.connection),
  });
  const pages = await startTestServer({
    beside: database,
    environment: role('api'),
    overrides: { webFolders },
  });
  const sources = async (): Promise<string | undefined> =>
    /connect-src ([^;]*);/.exec(
      (await fetch(pages.address)).headers.get('content-security-policy') ?? '',
    )?.[1];
  expect(await sources()).toBe(`'self'`);
  const voice = await startTestServer({ beside: database, environment: role('voice') });
  expect(await sources()).toBe(`'self' ${voice.address.replace('http', 'ws')}`);
  await voice.stop();
  expect(await sources()).toBe(`'self'`);
  await pages.stop();
  await database.drop();
});

test('the page of an unbuilt console names the command to run', async () => {
  const page = await fetch(bare.address);
  expect(page.status).toBe(503);
  expect(await page.text()).toContain("Run 'npm run build'");
  const link = await fetch(`${bare.address}/calls`, { headers: { accept: 'text/html' } });
  expect([link.status, await link.json()]).toEqual([404, { message: 'Not found.' }]);
  expect((await fetch(`${bare.address}/widget.js`)).status).toBe(404);
});
