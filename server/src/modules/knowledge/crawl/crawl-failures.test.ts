import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type InstantClock, instantClock } from '../../../../test/kit/clocks.ts';
import { linksTo, pathsOf as pathsIn, reasonsOf as reasonsIn, send } from '../../../../test/kit/crawl.ts';
import { startWebsite, type WebPage, type Website } from '../../../../test/kit/website.ts';
import { systemClock } from '../../../core/clock.ts';
import { parseAddressRanges } from '../../../http/outbound/address-rules.ts';
import { createOutboundClient } from '../../../http/outbound/outbound-client.ts';
import type { OutboundClient } from '../../../http/outbound/outbound-request.ts';
import { type CrawlRequest, type CrawlResult, crawlWebsite } from './crawl-website.ts';

let client: OutboundClient;
let site: Website;
let clock: InstantClock;
/** Resolves no host names. */
const resolve = async (): Promise<string[]> => [];

beforeAll(() => {
  client = createOutboundClient({
    allowPrivate: parseAddressRanges('127.0.0.0/8').ranges,
    clock: systemClock,
    resolve,
  });
  return () => client.close();
});
beforeEach(async () => {
  site = await startWebsite();
  clock = instantClock();
});
afterEach(() => site.close());

function crawl(given: Partial<CrawlRequest> = {}): Promise<CrawlResult> {
  return crawlWebsite({
    startUrl: `${site.origin}/`,
    links: [],
    relativeLinksLimit: 10,
    client,
    clock,
    signal: new AbortController().signal,
    ...given,
  });
}

const pathsOf = (result: CrawlResult): string[] => pathsIn(result, site.origin);
const reasonsOf = (result: CrawlResult): string[] => reasonsIn(result, site.origin);

describe('crawl failures', () => {
  it.each<[string, WebPage, string]>([
    ['404', send(404), 'The page does not exist (404).'],
    ['403', send(403), 'The site does not let us read the page (403).'],
    ['503', send(503), 'The site answered 503 (Service Unavailable).'],
    ['418', send(418), "The site answered 418 (I'm a Teapot)."],
    ['a redirect to itself', send(302, { location: '/' }), 'The page redirects in a loop.'],
    [
      'a PDF',
      send(200, { 'content-type': 'application/pdf' }, '%PDF-1.7'),
      'The link leads to a PDF; upload it as a PDF document instead.',
    ],
    [
      'a PDF without a content type',
      send(200, {}, '%PDF-1.7'),
      'The link leads to a PDF; upload it as a PDF document instead.',
    ],
    [
      'an image',
      send(200, { 'content-type': 'image/png' }, 'x'),
      'The link leads to a file of type image/png, not to a web page.',
    ],
    ['an empty page', '', 'The page has no readable text.'],
    [
      'an empty app shell',
      '<div id="root">Loading…</div><script src="/app.js"></script>',
      'The page has no readable text; it may need JavaScript.',
    ],
    ['an empty text', send(200, { 'content-type': 'text/plain' }, '\n'), 'The page is empty.'],
    [
      'a redirect to a private address',
      send(302, { location: 'http://10.0.0.1/' }),
      'The address is not public (private).',
    ],
    [
      'a redirect to a file URL',
      send(302, { location: 'file:///etc/passwd' }),
      'The page redirects to an address that is not a web page.',
    ],
    [
      'a connection reset',
      (request) => request.socket.destroy(),
      'The connection was closed before the response was complete.',
    ],
    [
      'broken gzip',
      send(200, { 'content-encoding': 'gzip' }, 'no gzip'),
      'The response could not be decompressed.',
    ],
  ])('reports the reason for %s', async (_what, page, reason) => {
    site.pages = { '/': page };
    expect(await crawl()).toMatchObject({
      kind: 'failed',
      reason,
      problems: [{ url: `${site.origin}/`, reason }],
    });
  });

  it('reports a redirect loop', async () => {
    let hop = 0;
    site.pages = {
      '/': (_request, response) => {
        hop += 1;
        response.writeHead(302, { location: `/?hop=${hop}` }).end();
      },
    };
    expect(await crawl()).toMatchObject({ kind: 'failed', reason: 'The page redirects more than 10 times.' });
  });

  it('reports a page above the size limit, compressed or not', async () => {
    const limits = { maxPageBytes: 2 * 1_048_576 };
    const bomb = gzipSync(Buffer.alloc(20_000_000, 'x'));
    const html = { 'content-type': 'text/html' };
    for (const page of [
      send(200, html, 'x'.repeat(2_097_153)),
      send(200, { ...html, 'content-encoding': 'gzip' }, bomb),
    ]) {
      site.pages = { '/': page };
      expect(await crawl({ limits })).toMatchObject({
        kind: 'failed',
        reason: 'The page is larger than 2 MB.',
      });
    }
  });

  it('reports an unknown host and an unreachable host', async () => {
    expect(await crawl({ startUrl: 'http://nowhere.invalid/' })).toMatchObject({
      reason: 'The host name does not exist.',
    });
    const url = `${site.origin}/`;
    await site.close();
    expect(await crawl({ startUrl: url })).toMatchObject({
      kind: 'failed',
      reason: 'The connection was refused.',
    });
  });

  it('names the start page if all pages fail', async () => {
    const links = [`${site.origin}/a`, `${site.origin}/b`];
    expect(await crawl({ startUrl: null, links })).toMatchObject({
      kind: 'failed',
      reason: `None of the 2 pages could be read. ${site.origin}/a: The page does not exist (404).`,
    });
  });

  it('retries a temporary failure after the requested delay', async () => {
    let tries = 0;
    site.pages = {
      '/': (_request, response) => {
        tries += 1;
        if (tries === 1) response.writeHead(503, { 'retry-after': '7' }).end();
        else response.setHeader('content-type', 'text/html').end('<p>Back</p>');
      },
    };
    expect(pathsOf(await crawl())).toEqual(['/']);
    expect(clock.slept).toContain(7_000);
  });

  it('retries a busy site several times', async () => {
    const waits = ['2', new Date('2026-01-01T00:00:09Z').toUTCString(), '4'];
    site.pages = {
      '/': (_request, response) => {
        const wait = waits.shift();
        if (wait !== undefined) response.writeHead(429, { 'retry-after': wait }).end();
        else response.setHeader('content-type', 'text/html').end('<p>Back</p>');
      },
    };
    expect(pathsOf(await crawl())).toEqual(['/']);
    expect(clock.slept.slice(0, 3)).toEqual([2_000, 7_000, 4_000]);
  });
});

describe('login forms', () => {
  it('are skipped if a page redirects to them', async () => {
    const form =
      '<form><label>Email</label><input name="e"><label>Password</label><input type="password"></form>';
    site.pages = {
      '/': `<p>Home</p>${linksTo('/orders', '/club')}`,
      '/orders': send(302, { location: '/login' }),
      '/login': `<title>Log in</title><h1>Log in</h1>${form}<a href="/reset">Forgot your password?</a>`,
      '/club': `<h1>Our club</h1>${'<p>Members pay 20 euros a year and park for free.</p>'.repeat(10)}${form}`,
    };
    const result = await crawl();
    expect(pathsOf(result)).toEqual(['/', '/club']);
    expect(reasonsOf(result)).toEqual(['/orders The page is behind a login form.']);
  });

  it('are recognized by URL or lack of other text, unlike short pages with a login box', async () => {
    const box = '<form><label>Password</label><input type="password"></form>';
    site.pages = {
      '/': `<p>Home</p>${linksTo('/wp-login.php', '/account', '/hours', '/signing', '/author')}`,
      '/wp-login.php': `<h1>Welcome</h1>${box}<p>Lost your password?</p>`,
      '/account': `<h1>Account</h1>${box}`,
      '/hours': `<div>${box}</div><h1>Hours</h1><p>Open from 8 to 18.</p>`,
      '/signing': `<div>${box}</div><p>You sign at our office.</p>`,
      '/author': `<header>${box}</header><h1>Jane Doe</h1>`,
    };
    const result = await crawl();
    expect(pathsOf(result)).toEqual(['/', '/hours', '/signing', '/author']);
    expect(reasonsOf(result)).toEqual([
      '/wp-login.php The page is behind a login form.',
      '/account The page is behind a login form.',
    ]);
  });
});

describe('crawl limits', () => {
  it('the time limit ends a slow crawl with the pages read so far', async () => {
    site.pages = {
      '/robots.txt': 'User-agent: *\nCrawl-delay: 5',
      '/': `<p>Home</p>${linksTo(...Array.from({ length: 9 }, (_, index) => `/${index}`))}`,
    };
    for (let index = 0; index < 9; index += 1) site.pages[`/${index}`] = `<p>Page ${index}</p>`;
    const result = await crawl({ limits: { durationMs: 60_000, parallel: 1, gapMs: 15_000 } });
    expect(pathsOf(result)).toEqual(['/', '/0', '/1', '/2', '/3']);
    expect(reasonsOf(result)).toEqual(['/4 The site was too slow: reading stopped after 60 seconds.']);
    expect(result).toMatchObject({ missing: [] });
  });

  it('the time limit reports all unread named pages as missing', async () => {
    site.pages = { '/robots.txt': '', '/0': '<p>Page 0</p>' };
    const links = ['/0', '/1', '/2', '/3'].map((path) => `${site.origin}${path}`);
    const limits = { durationMs: 15_000, parallel: 1, gapMs: 15_000 };
    const reason = 'The site was too slow: reading stopped after 15 seconds.';
    expect(await crawl({ startUrl: null, links, limits })).toMatchObject({
      kind: 'crawled',
      missing: [
        { url: links[1], reason: 'The page does not exist (404).' },
        { url: links[2], reason },
        { url: links[3], reason },
      ],
    });
  });

  it('the time limit makes the result incomplete if it is reached before the sitemap is read', async () => {
    site.pages = { '/': '<p>Home</p>' };
    const limits = { durationMs: 10_000 };
    expect(await crawl({ limits })).toMatchObject({ untried: null, isIncomplete: false });
    site.pages = { '/robots.txt': 'User-agent: *\nCrawl-delay: 10', '/': `<p>Home</p>${linksTo('/a')}` };
    site.pages['/a'] = '<p>A</p>';
    expect(await crawl({ limits })).toMatchObject({ untried: null, isIncomplete: true });
  });

  it('the text limit skips the remaining pages', async () => {
    site.pages = { '/': `<p>${'word '.repeat(100)}</p>${linksTo('/a')}`, '/a': '<p>A</p>' };
    const result = await crawl({ limits: { maxTextLength: 400 } });
    expect(pathsOf(result)).toEqual(['/']);
    expect(reasonsOf(result)).toEqual([
      '/a The pages have more text than one document may have; the rest was left out.',
    ]);
    expect(result).toMatchObject({ isIncomplete: true });
  });

  it('an abort still rejects with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('drained');
    site.pages = { '/': () => controller.abort(reason) };
    await expect(crawl({ signal: controller.signal })).rejects.toBe(reason);
  });
});
