import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../kit/test-server.ts';

const SCRIPT = 'document.documentElement.classList.add("dark")';
const PAGE = `<!doctype html><title>Webhooks</title><script>${SCRIPT}</script><script src="/docs/assets/app-a1.js"></script>`;

let folder: string;
let server: TestServer;

/** A site like the one that the build makes, with few pages. */
async function writeSite(): Promise<void> {
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'guides'));
  const files = {
    'index.html': '<title>Parley</title>',
    'guides/webhooks.html': PAGE,
    'guides/webhooks.html.gz': gzipSync(PAGE),
    'api.html': '<meta property="csp-nonce" content="__NONCE__">',
    '404.html': '<title>404</title>',
    'assets/app-a1.js': 'start();',
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '.stamp': 'one',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-docs-'));
  const nowhere = join(folder, 'none');
  server = await startTestServer({
    overrides: { webFolders: { console: nowhere, widget: nowhere, docs: folder } },
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const get = (path: string, accept = '*/*'): Promise<Response> =>
  fetch(`${server.address}${path}`, { headers: { accept } });
const status = async (path: string): Promise<number> => (await get(path)).status;
const text = async (path: string): Promise<string> => (await get(path)).text();

test('serves a list of the Markdown pages until the site is built, then the site without a restart', async () => {
  const list = await get('/docs');
  expect(list.status).toBe(200);
  expect(await list.text()).toContain('<a href="/docs/guides/webhooks.md">Webhooks</a>');
  expect(await status('/docs/guides/webhooks')).toBe(503);
  expect(await status('/docs/nothing')).toBe(404);
  await writeSite();
  expect(await text('/docs')).toBe('<title>Parley</title>');
  expect(await text('/docs/')).toBe('<title>Parley</title>');
});

test('serves pages with and without .html, compressed, under a policy that allows only their own scripts', async () => {
  for (const path of [
    '/docs/guides/webhooks',
    '/docs/guides/webhooks.html',
    '/docs/guides/webhooks?from=mail',
  ]) {
    const page = await get(path);
    expect([page.status, await page.text()]).toEqual([200, PAGE]);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'no-cache',
      'content-security-policy':
        `default-src 'none'; script-src 'self' 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'; ` +
        `style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; ` +
        `frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
      'x-content-type-options': 'nosniff',
    });
  }
});

test('gives the API reference a new nonce for its style sheets in each response', async () => {
  const [one, two] = await Promise.all([get('/docs/api'), get('/docs/api')]);
  const nonce = /content="([\w+/=]{24})"/.exec(await one.text())?.[1];
  expect(one.headers.get('content-security-policy')).toContain(
    `style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline';`,
  );
  expect(await two.text()).not.toContain(String(nonce));
});

test('keeps hashed files in caches forever, and asks again for all others', async () => {
  expect((await get('/docs/assets/app-a1.js')).headers.get('cache-control')).toContain('immutable');
  const icon = await get('/docs/icon.svg');
  expect(icon.headers.get('cache-control')).toBe('no-cache');
  const known = { 'if-none-match': String(icon.headers.get('etag')) };
  expect((await fetch(`${server.address}/docs/icon.svg`, { headers: known })).status).toBe(304);
});

test('answers an unknown page with 404, as a page for browsers and as JSON for programs', async () => {
  const page = await get('/docs/guides/nothing', 'text/html');
  expect([page.status, await page.text()]).toEqual([404, '<title>404</title>']);
  const answer = await get('/docs/guides/nothing');
  expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found.' }]);
  for (const path of ['/docs/.stamp', '/docs/../package.json', '/docs/assets/..%2f.stamp', '/docsother']) {
    expect(await status(path)).toBe(404);
  }
});

test('serves every page that the index for language models names as Markdown', async () => {
  const index = await text('/docs/llms.txt');
  expect(await text('/llms.txt')).toBe(index);
  expect(index).toMatch(/^# Parley\n\n> Parley is a self-hosted platform/);
  expect(index).toMatch(/^- \[Webhooks\]\(\/docs\/guides\/webhooks\.md\): \S.+\.$/m);
  const paths = [...index.matchAll(/\]\((\/\S+)\)/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(50);
  for (const path of paths) {
    const file = await get(path);
    expect([path, file.status]).toEqual([path, 200]);
    if (!path.endsWith('.md')) continue;
    expect(file.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await file.text()).toMatch(/^# /m);
  }
});

test('rewrites links in Markdown: pages to their Markdown, sources to text', async () => {
  const changelog = await text('/docs/project/changelog.md');
  expect(changelog).toContain('](../guides/mcp-servers.md)');
  const tour = await text('/docs/guides/api-tour.md');
  expect(tour).not.toContain('contract/src/browser-call.ts)');
  expect(await text('/docs/start/overview.md')).toContain('](/docs/pictures/assistant.png)');
  expect(await text('/docs/api.md')).toMatch(/^- `POST \/user\/assistant`: \S/m);
  expect(await text('/docs/llms-full.txt')).toContain('<!-- /docs/guides/webhooks.md -->\n\n# Webhooks');
});
